import { Problem } from '../../contract/problems.ts'
import { retryAdvice } from '../errors/connection.ts'
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

/**
 * Why something could not be loaded and what to do, in the sentences of the catalogue (§8), with the trace ID. Trying again loads it,
 * so nobody needs to refresh. It may link to a screen, as a toast's text.
 */
export const loadAdvice = (failure: unknown): string =>
  retrySentence(failure).replace('submit this form', 'see this')

/** The same for a command that the page itself can send again. */
export function retrySentence(failure: unknown): string {
  const toast = failure instanceof Problem ? toastOfFailure(failure) : null
  if (!toast) return retryAdvice(failure)
  const { header, message = header, list = [], lowerMessage = '' } = toast
  return [message, list.join('; '), lowerMessage]
    .filter(Boolean)
    .join(' ')
    .replace(refreshSentence, 'Please try again.')
}
