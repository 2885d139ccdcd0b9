import * as z from 'zod/mini'

/** Every failure that the program names: its HTTP status and the title that people see (§8, open-points 10). */
export const problems = {
  validation: { status: 400, title: 'An error occurred. Sorry, something went wrong:' },
  'access-denied': { status: 400, title: 'Access denied.' },
  'account-mismatch': { status: 400, title: 'The account of the request is not the account in its address.' },
  'signed-out': { status: 401, title: 'You are not signed in.' },
  // Not a refusal for good: the browser asks for the proof and sends the call again (docs/decisions/0015-step-up.md).
  'step-up-needed': { status: 403, title: 'Please confirm that it is you.' },
  'not-found': { status: 404, title: 'There is nothing at this address.' },
  conflict: { status: 409, title: 'This was changed in the meantime.' },
  'too-large': { status: 413, title: 'The request is too large.' },
  'too-many-requests': { status: 429, title: 'Too many requests. Please wait a moment and try again.' },
  unexpected: {
    status: 500,
    title: 'An error occurred. We apologize for the inconvenience. Our staff has been notified of the error.',
  },
  unavailable: { status: 503, title: 'Service Unavailable' },
  // A service of somebody else's that the portal relies on, named beside it (§8).
  'service-unavailable': { status: 503, title: 'Service Unavailable' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

/** Messages of a refused form, by the field they belong to. */
export type FieldErrors = Record<string, string[]>

/** The answer to a failed call: an RFC 9457 problem document. */
export const problemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  traceId: z.string(),
  /** Whose service is not available, as people call it (§8). */
  service: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
})
export type ProblemDocument = z.infer<typeof problemDocument>

/** Thrown where a rule is broken; one place turns it into the answer, one into the toast. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly detail: string | undefined
  readonly errors: FieldErrors | undefined
  /** Whose service is not available. */
  readonly service: string | undefined
  /** In how many seconds it may be tried again; said in the header Retry-After. */
  readonly retryAfterS: number | undefined
  /** In the browser: the failed request's id, which people can tell the support. */
  readonly traceId: string | undefined

  constructor(
    code: ProblemCode,
    about: {
      detail?: string | undefined
      errors?: FieldErrors | undefined
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
    this.service = about.service
    this.retryAfterS = about.retryAfterS
    this.traceId = about.traceId
  }
}

const problemType = 'urn:almoner:problem:'

export function typeOfProblem(code: ProblemCode): string {
  return `${problemType}${code}`
}

/** The failure that a problem document tells of; one that this version does not know goes by its status. */
export function problemOfDocument({
  type,
  status,
  detail,
  errors,
  service,
  traceId,
}: ProblemDocument): Problem {
  const named = type.slice(problemType.length)
  const code = isProblemCode(named) ? named : status === 401 ? 'signed-out' : 'unexpected'
  return new Problem(code, { detail, errors, service, traceId })
}

function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text)
}

/** A refusal that belongs to one field of what was sent. */
export function fieldProblem(field: string, message: string): Problem {
  return new Problem('validation', { errors: { [field]: [message] } })
}
