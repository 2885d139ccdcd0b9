import { Problem } from '../../contract/problems.ts'
import { otherFailure, refreshSentence, rows } from '../errors/error-catalogue.ts'
import { showToast, type Toast } from '../ui/notices/toast-store.ts'

/** The toast of a failed call by the catalogue of §8; null if the failure is shown otherwise. */
export function toastOfFailure(failure: unknown): Toast | null {
  if (!(failure instanceof Problem)) return otherFailure(undefined)
  return rows.find(({ is }) => is(failure))?.toast(failure) ?? null
}

/** Shows a failure as a toast, unless it is shown otherwise. */
export function showFailure(failure: unknown): void {
  const toast = toastOfFailure(failure)
  if (toast) showToast(toast)
}

/** Shows the failure of a submit that is safe to repeat: a refresh would help no more than sending it again (§8). */
export function showSubmitFailure(failure: unknown): void {
  const toast = toastOfFailure(failure)
  if (!toast) return
  const { message } = toast
  showToast(
    message === undefined ? toast : { ...toast, message: message.replace(refreshSentence, 'Submit again.') },
  )
}
