import { type Problem, problems } from '../../contract/problems.ts'
import type { Toast } from '../ui/notices/toast-store.ts'
import { isOffline } from './connection.ts'

type Row = {
  /** Whether a failed call is of this kind. */
  is: (failure: Problem) => boolean
  /** The toast; null if the failure is shown otherwise. */
  toast: (failure: Problem) => Toast | null
}
const idOf = ({ traceId }: Problem) => (traceId === undefined ? {} : { lowerMessage: `ID: ${traceId}` })
const after = (text: string, traceId: string | undefined) =>
  traceId === undefined ? text : `${text} ID: ${traceId}`

/**
 * The error catalogue of §8 for failed calls: case, source and toast. The first matching row applies. error-catalogue.test.ts
 * lists where each row is provoked. The failed currency switch has a text of its own (src/web/session/switch-currency.ts).
 */
export const errorCatalogue = {
  /** 401, from src/server/http/route.ts. `call` has logged the person out, which shows the reason. */
  'signed out': { is: ({ code }) => code === 'signed-out', toast: () => null },
  /** 403 step-up-needed: the person cancelled the verification (docs/decisions/0015-step-up.md). */
  'not confirmed': {
    is: ({ code }) => code === 'step-up-needed',
    toast: () => ({
      header: 'Not confirmed',
      message: 'Nothing was sent or changed, and what you entered is still here.',
      className: 'notice',
    }),
  },
  /** 400 'Access denied.': the person may see something but not change it (§14). */
  'access denied': {
    is: ({ code }) => code === 'access-denied',
    toast: failure => ({
      header: problems['access-denied'].title,
      message: 'You do not have access to submit this form. Please contact your administrator.',
      ...idOf(failure),
      className: 'error',
    }),
  },
  /** Other 400s with a body, from schemas and rules. Errors that a form shows do not reach this. */
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
  /** 'Service Unavailable' of a bot check (src/server/bot-check/) or a provider of signatures (src/server/signatures/). */
  'service unavailable': {
    is: ({ code, service }) => code === 'service-unavailable' && service !== undefined,
    toast: failure => ({
      header: problems['service-unavailable'].title,
      message: `We’re sorry, there is currently an issue with ${failure.service} and the service is temporarily unavailable. ${refreshSentence}`,
      ...idOf(failure),
      className: 'error',
    }),
  },
  /** A 5xx with a trace ID and a detail. */
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
  /** The device has no network, so there was no response (src/web/errors/connection.ts). */
  offline: {
    is: isOffline,
    toast: ({ detail }) => ({ header: 'No connection', message: detail ?? '', className: 'error' }),
  },
  /** The connection was lost, so there was no response (src/web/errors/connection.ts). */
  'no connection': {
    is: ({ code, detail }) => code === 'unavailable' && detail !== undefined,
    toast: ({ code, detail }) => ({
      header: problems[code].title,
      message: detail ?? '',
      className: 'error',
    }),
  },
  /** Other refusals with a code: not found, conflict, too many requests. */
  'named refusal': {
    is: ({ code }) => problems[code].status < 500,
    toast: ({ code, detail }) => ({
      header: problems[code].title,
      ...(detail === undefined && code !== 'conflict' ? {} : { message: detail ?? reloadSentence }),
      className: 'error',
    }),
  },
  /** Everything else: unexpected errors (src/server/http/problem-reply.ts) and responses of other programs. */
  'any other': { is: () => true, toast: ({ traceId }) => otherFailure(traceId) },
} as const satisfies Record<string, Row>

/** The remedy that §8 names where a refresh helps and loses nothing. */
export const refreshSentence = 'Please refresh and try again.'

/** The remedy for a conflict that the server does not explain. */
const reloadSentence = 'This was changed in the meantime. Reload the page and try again.'

export function otherFailure(traceId: string | undefined): Toast {
  return {
    header: 'An error occurred.',
    message: after(
      `We apologize for the inconvenience. Our staff has been notified of the error. ${refreshSentence}`,
      traceId,
    ),
    className: 'error',
  }
}

export const rows: readonly Row[] = Object.values<Row>(errorCatalogue)
