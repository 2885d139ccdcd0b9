import { Problem } from '../../contract/problems.ts'
import { anyOther, rows } from '../errors/error-catalogue.ts'
import { showToast, type Toast } from '../ui/notices/toast-store.ts'

/** Which toast a failed call makes, by §8's table; null where the failure shows itself otherwise. */
export function toastOfFailure(failure: unknown): Toast | null {
  if (!(failure instanceof Problem)) return anyOther(undefined)
  return rows.find(({ is }) => is(failure))?.toast(failure) ?? null
}

/** Shows a failure once, as a toast, unless it shows itself otherwise (habits 19). */
export function showFailure(failure: unknown): void {
  const toast = toastOfFailure(failure)
  if (toast) showToast(toast)
}
