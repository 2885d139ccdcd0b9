import { Problem, problems } from '../contract/problems.ts'
import { showToast, type Toast } from './ui/notices/toast-store.ts'

/** §8's table: which toast a failed call makes; null where the failure shows itself otherwise. */
export function toastOfFailure(failure: unknown): Toast | null {
  if (!(failure instanceof Problem)) return unexpected(undefined)
  const { code, detail, errors, traceId } = failure
  const { status, title } = problems[code]
  const lowerMessage = traceId === undefined ? {} : { lowerMessage: `ID: ${traceId}` }
  // They were asked, and took it back (src/web/call.ts).
  if (code === 'step-up-needed')
    return {
      header: 'Not confirmed',
      message: 'Nothing was sent or changed, and what you entered is still here.',
      className: 'notice',
    }
  // §8: the user is logged out, which the page shows by itself.
  if (code === 'signed-out') return null
  if (code === 'access-denied')
    return {
      header: title,
      message: 'You do not have access to submit this form. Please contact your administrator.',
      ...lowerMessage,
      className: 'error',
    }
  if (code === 'validation')
    return {
      header: title,
      ...(detail === undefined ? {} : { message: detail }),
      list: Object.entries(errors ?? {}).flatMap(([field, messages]) =>
        messages.map(message => (field === '' ? message : `${field} - ${message}`)),
      ),
      lowerMessage: `Please reach out to support via the Contact Page for assistance${traceId === undefined ? '' : ` ID: ${traceId}`}`,
      className: 'error',
    }
  if (code === 'unexpected') return unexpected(traceId)
  return {
    header: title,
    ...(detail === undefined ? {} : { message: detail }),
    ...(status >= 500 ? lowerMessage : {}),
    className: 'error',
  }
}

/** Shows a failure once, as a toast, unless it shows itself otherwise (habits 19). */
export function showFailure(failure: unknown): void {
  const toast = toastOfFailure(failure)
  if (toast) showToast(toast)
}

function unexpected(traceId: string | undefined): Toast {
  return {
    header: 'An error occurred.',
    message: `We apologize for the inconvenience. Our staff has been notified of the error. Please refresh and try again.${traceId === undefined ? '' : ` ID: ${traceId}`}`,
    className: 'error',
  }
}
