import { type Problem, problems } from '../../contract/problems.ts'
import type { Toast } from '../ui/notices/toast-store.ts'

type Row = {
  /** Whether a failed call is of this kind. */
  is: (failure: Problem) => boolean
  /** What it is shown as; null: it shows itself otherwise. */
  toast: (failure: Problem) => Toast | null
}
/** A row of §8 whose source is not there yet. */
type LaterRow = { later: string }

const idOf = ({ traceId }: Problem) => (traceId === undefined ? {} : { lowerMessage: `ID: ${traceId}` })
const after = (text: string, traceId: string | undefined) =>
  traceId === undefined ? text : `${text} ID: ${traceId}`

/**
 * §8: case → source → toast, for every failure of a call. The first row that fits is the one. Where each row is provoked through the
 * real server stands in catalogue.test.ts, with the rows of §8 that are no toasts of calls.
 */
export const errorCatalogue = {
  /** HTTP 401, by src/server/http/route.ts: `call` has logged the user out, and that says why. */
  'signed out': { is: ({ code }) => code === 'signed-out', toast: () => null },
  /** HTTP 403 of ours: they were asked who is there, and took it back (docs/decisions/0015-step-up.md). */
  'not confirmed': {
    is: ({ code }) => code === 'step-up-needed',
    toast: () => ({
      header: 'Not confirmed',
      message: 'Nothing was sent or changed, and what you entered is still here.',
      className: 'notice',
    }),
  },
  /** HTTP 400 'Access denied.', by whatever refuses what may be seen and not done (open-points 3). */
  'access denied': {
    is: ({ code }) => code === 'access-denied',
    toast: failure => ({
      header: problems['access-denied'].title,
      message: 'You do not have access to submit this form. Please contact your administrator.',
      ...idOf(failure),
      className: 'error',
    }),
  },
  /** Other HTTP 400 with a body, by every schema and rule. What a form shows does not come here. */
  'server validation': {
    is: ({ code }) => code === 'validation',
    toast: ({ detail, errors, traceId }) => ({
      header: problems.validation.title,
      ...(detail === undefined ? {} : { message: detail }),
      list: Object.entries(errors ?? {}).flatMap(([field, messages]) =>
        messages.map(message => (field === '' ? message : `${field} - ${message}`)),
      ),
      lowerMessage: after(
        'Please reach out to support via the [Contact Page](/contact) for assistance',
        traceId,
      ),
      className: 'error',
    }),
  },
  /** 'Service Unavailable' of a bot check, by src/server/bot-check/; a signature provider will say it by the same problem. */
  'service unavailable': {
    is: ({ code, service }) => code === 'service-unavailable' && service !== undefined,
    toast: failure => ({
      header: problems['service-unavailable'].title,
      message: `We're sorry, there is currently an issue with ${failure.service} and the service is temporarily unavailable. Please refresh and try again.`,
      ...idOf(failure),
      className: 'error',
    }),
  },
  /** HTTP 5xx with a trace id and a detail, by whatever knows what is the matter. */
  'server failure': {
    is: ({ code, detail, traceId }) =>
      problems[code].status >= 500 && detail !== undefined && traceId !== undefined,
    toast: failure => ({
      header: 'An error occurred.',
      message: failure.detail ?? '',
      ...idOf(failure),
      className: 'error',
    }),
  },
  /** The connection is gone, so that nothing was answered (src/web/api/call.ts). */
  'no connection': {
    is: ({ code, detail }) => code === 'unavailable' && detail !== undefined,
    toast: ({ code, detail }) => ({
      header: problems[code].title,
      message: detail ?? '',
      className: 'error',
    }),
  },
  /** Refusals that the program has a name for say what happened: not there, changed meanwhile, too much at once. */
  'named refusal': {
    is: ({ code }) => problems[code].status < 500,
    toast: ({ code, detail }) => ({
      header: problems[code].title,
      ...(detail === undefined ? {} : { message: detail }),
      className: 'error',
    }),
  },
  /** All else: what the program did not foresee, by src/server/http/problem-reply.ts, or an answer that is none of ours. */
  'any other': { is: () => true, toast: ({ traceId }) => anyOther(traceId) },

  'currency switch': { later: 'the currency toggle of the transatlantic client (§4)' },
  'signature provider': {
    later: 'signing documents (§2.10); its problem and toast are those of a bot check',
  },
} as const satisfies Record<string, Row | LaterRow>

export function anyOther(traceId: string | undefined): Toast {
  return {
    header: 'An error occurred.',
    message: after(
      'We apologize for the inconvenience. Our staff has been notified of the error. Please refresh and try again.',
      traceId,
    ),
    className: 'error',
  }
}

export const rows: readonly Row[] = Object.values<Row | LaterRow>(errorCatalogue).filter(
  (row): row is Row => 'is' in row,
)
