import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  type FieldErrors,
  Problem,
  type ProblemDocument,
  problems,
  typeOfProblem,
} from '../../contract/problems.ts'

/** The one place where a failure becomes an answer (architecture 3): an RFC 9457 problem document with the request's trace id. */
export function problemReply(
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = asProblem(error)
  const { status, title } = problems[problem.code]
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  const document: ProblemDocument = {
    type: typeOfProblem(problem.code),
    title,
    status,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    traceId: request.id,
    ...(problem.service === undefined ? {} : { service: problem.service }),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  }
  reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(document)
}

function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  // An address that could name nothing is answered as one that names nothing (open-points 3).
  if (error.validationContext === 'params') return new Problem('not-found')
  if (error.validation) return new Problem('validation', { errors: fieldErrors(error.validation) })
  if (error.statusCode === 413) return new Problem('too-large')
  if (error.statusCode === 429) return new Problem('too-many-requests')
  // PostgreSQL's text holds every character but U+0000, which nobody types.
  if (noSuchText.has(error.code)) return unreadable()
  // Bodies that are no JSON, media types that nobody takes: the caller's mistake, said without our internals.
  if (error.statusCode && error.statusCode < 500) return unreadable()
  return new Problem('unexpected')
}

/** character_not_in_repertoire, untranslatable_character */
const noSuchText = new Set(['22021', '22P05'])

const unreadable = () => new Problem('validation', { detail: 'The request could not be read.' })

/** `/data/attributes/amountMinor` → `amountMinor`: the name that the form's field has. */
function fieldErrors(issues: NonNullable<FastifyError['validation']>): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const field = issue.instancePath.split('/').filter(Boolean).slice(-1)[0] ?? 'request'
    errors[field] = [...(errors[field] ?? []), issue.message ?? 'is not valid']
  }
  return errors
}
