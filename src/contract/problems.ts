import type { OtherEdits, ProblemDocument } from './problem-document.ts'

/** Every failure that has a code: its HTTP status and the title that people see (§8, §10). */
export const problems = {
  validation: { status: 400, title: 'An error occurred. Sorry, something went wrong:' },
  'access-denied': { status: 400, title: 'Access denied.' },
  'account-mismatch': {
    status: 400,
    title: 'You’ve switched accounts since opening this page. Please reload it.',
  },
  'signed-out': { status: 401, title: 'You are not logged in.' },
  // The browser asks for verification and sends the call again (docs/decisions/0015-step-up.md).
  'step-up-needed': { status: 403, title: 'Please confirm it’s you.' },
  'not-found': { status: 404, title: 'We couldn’t find what you’re looking for.' },
  // The browser obtains a token for the new cookie and sends the command again (docs/decisions/0005-sessions.md).
  'session-renewed': { status: 409, title: 'Your session was renewed. Please try again.' },
  conflict: { status: 409, title: 'This couldn’t be done.' },
  'too-large': { status: 413, title: 'This is too large to send. Shorten it or use a smaller file.' },
  'too-many-requests': { status: 429, title: 'Too many requests. Please wait a moment and try again.' },
  unexpected: {
    status: 500,
    title: 'An error occurred. We apologize for the inconvenience. Our staff has been notified of the error.',
  },
  unavailable: { status: 503, title: 'Service Unavailable' },
  // An external service that the portal relies on; `service` names it (§8).
  'service-unavailable': { status: 503, title: 'Service Unavailable' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

/** Validation messages by field. */
export type FieldErrors = Record<string, string[]>

/** Thrown where a rule is broken. One place turns it into the response, another into the toast. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly detail: string | undefined
  readonly errors: FieldErrors | undefined
  /** Of a conflict between two people who edit the same data. */
  readonly otherEdits: OtherEdits | undefined
  /** The service that is unavailable. */
  readonly service: string | undefined
  /** Seconds until another attempt makes sense; sent as the header Retry-After. */
  readonly retryAfterS: number | undefined
  /** In the browser: the failed request's trace ID, which people can tell support. */
  readonly traceId: string | undefined

  constructor(
    code: ProblemCode,
    about: {
      detail?: string | undefined
      errors?: FieldErrors | undefined
      otherEdits?: OtherEdits | undefined
      service?: string | undefined
      retryAfterS?: number | undefined
      traceId?: string
    } = {},
  ) {
    super(about.detail ?? problems[code].title)
    this.name = 'Problem'
    this.code = code
    this.detail = about.detail
    this.errors = about.errors
    this.otherEdits = about.otherEdits
    this.service = about.service
    this.retryAfterS = about.retryAfterS
    this.traceId = about.traceId
  }
}

const problemType = 'urn:almoner:problem:'

export function typeOfProblem(code: ProblemCode): string {
  return `${problemType}${code}`
}

/** The failure that a problem document describes; an unknown code falls back to its status. */
export function problemOfDocument({
  type,
  status,
  detail,
  errors,
  otherEdits,
  service,
  traceId,
}: ProblemDocument): Problem {
  const named = type.slice(problemType.length)
  const code = isProblemCode(named) ? named : status === 401 ? 'signed-out' : 'unexpected'
  return new Problem(code, { detail, errors, otherEdits, service, traceId })
}

function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text)
}

/** A violation of one field of the input. */
export function fieldProblem(field: string, message: string): Problem {
  return new Problem('validation', { errors: { [field]: [message] } })
}
