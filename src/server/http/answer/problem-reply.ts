import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  type FieldErrors,
  Problem,
  type ProblemDocument,
  problems,
  typeOfProblem,
} from '../../../contract/problems.ts'

/**
 * The one place where a failure becomes an answer: an RFC 9457 problem document with the request's trace id. `thrown` may be
 * anything at all; this function answers whatever it was and does not throw.
 */
export function problemReply(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, text } = readableAnswer(thrown, request.id)
  if (status >= 500) logFailure(thrown, request)
  reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer((payload: unknown) => payload as string)
    .send(text)
}

type Answer = { status: number; text: string }

/** Reading a property of what was thrown may throw in turn: it may be null, a proxy or an object with getters. */
function readableAnswer(thrown: unknown, traceId: string): Answer {
  try {
    return answerOf(asProblem(thrown as FastifyError | Problem), traceId)
  } catch {
    return answerOf(new Problem('unexpected'), traceId)
  }
}

function answerOf(problem: Problem, traceId: string): Answer {
  if (!Object.hasOwn(problems, problem.code)) throw new Error('a problem of no known kind')
  const { status, title } = problems[problem.code]
  const document: ProblemDocument = {
    type: typeOfProblem(problem.code),
    title,
    status,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    traceId,
    ...(problem.service === undefined ? {} : { service: problem.service }),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  }
  return { status, text: JSON.stringify(document) }
}

function logFailure(thrown: unknown, request: FastifyRequest): void {
  try {
    request.log.error({ err: thrown }, 'request failed')
  } catch {
    request.log.error('request failed, and what was thrown cannot be read')
  }
}

function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  // An address that could name nothing is answered as one that names nothing (open-points 3).
  if (error.validationContext === 'params') return new Problem('not-found')
  if (error.validation) return new Problem('validation', { errors: fieldErrors(error.validation) })
  if (error.statusCode === 413) return new Problem('too-large')
  if (error.statusCode === 429) return new Problem('too-many-requests')
  if (unstorable.has(error.code)) return unreadable()
  // Bodies that are no JSON, media types that nobody takes: the caller's mistake, said without our internals.
  if (error.statusCode && error.statusCode < 500) return unreadable()
  return new Problem('unexpected')
}

/** PostgreSQL's invalid_text_representation, character_not_in_repertoire and untranslatable_character: the input's fault. */
const unstorable = new Set(['22P02', '22021', '22P05'])

const unreadable = () => new Problem('validation', { detail: 'The request could not be read.' })

/** `/data/attributes/amountMinor` → `amountMinor`: the name that the form's field has. */
function fieldErrors(issues: NonNullable<FastifyError['validation']>): FieldErrors {
  // A map, because the caller may have sent a field that is called `toString`.
  const errors = new Map<string, string[]>()
  for (const issue of issues) {
    const field = issue.instancePath.split('/').filter(Boolean).slice(-1)[0] ?? 'request'
    errors.set(field, [...(errors.get(field) ?? []), issue.message ?? 'is not valid'])
  }
  return Object.fromEntries(errors)
}
