import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemDocument } from '../../contract/problem-document.ts'
import { type FieldErrors, Problem, problems, typeOfProblem } from '../../contract/problems.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { retryLater, TooBusy } from './retry-later.ts'

/**
 * Sends the reply for a failure: an RFC 9457 problem document with the request's trace id, and Retry-After where the problem
 * says how long to wait. `thrown` may be any value. This function does not throw.
 */
export function problemReply(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, text, retryAfterS } = safeReply(thrown, request.id)
  if (status >= 500) logFailure(thrown, request)
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS))
  reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    // `text` is sent below.
    .serializer((payload: unknown) => payload as string)
    .send(text)
}

type ProblemReply = { status: number; text: string; retryAfterS: number | undefined }

/** Reading a property of `thrown` may throw too: it may be null, a proxy or an object with getters. */
function safeReply(thrown: unknown, traceId: string): ProblemReply {
  try {
    // What is neither is read in vain, or throws, and is then unexpected.
    return replyOf(asProblem(thrown as FastifyError | Problem), traceId)
  } catch {
    return replyOf(new Problem('unexpected'), traceId)
  }
}

function replyOf(problem: Problem, traceId: string): ProblemReply {
  if (!Object.hasOwn(problems, problem.code)) throw new Error('unknown problem code')
  const { status, title } = problems[problem.code]
  const document: ProblemDocument = {
    type: typeOfProblem(problem.code),
    title,
    status,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    traceId,
    ...(problem.service === undefined ? {} : { service: problem.service }),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    ...(problem.otherEdits === undefined ? {} : { otherEdits: problem.otherEdits }),
  }
  return { status, text: JSON.stringify(document), retryAfterS: problem.retryAfterS }
}

function logFailure(thrown: unknown, request: FastifyRequest): void {
  try {
    if (isLeft(thrown, request)) request.log.info('the connection closed before the reply')
    else if (thrown instanceof TooBusy) request.log.warn({ err: thrown }, 'request refused: a queue is full')
    else request.log.error({ err: thrown }, 'request failed')
  } catch {
    request.log.error('request failed with an unreadable error')
  }
}

/** Whether a reply that was on its way broke off because its reader left: nothing failed. */
const isLeft = (thrown: unknown, { raw }: FastifyRequest): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  thrown.code === 'ERR_STREAM_PREMATURE_CLOSE' &&
  raw.socket.destroyed

function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  // A restart of the database takes seconds, a failover about a minute.
  if (isDatabaseAway(error))
    return retryLater('unavailable', 'The portal cannot reach its records right now.', 10)
  // A malformed id in the path gets the same answer as an id that does not exist (§14).
  if (error.validationContext === 'params') return new Problem('not-found')
  if (error.validation) return new Problem('validation', { errors: fieldErrors(error.validation) })
  if (error.statusCode === 413) return new Problem('too-large')
  if (error.statusCode === 429) return new Problem('too-many-requests')
  if (unstorable.has(error.code)) return unreadable()
  if ('constraint' in error && error.constraint === 'amount_limit')
    return new Problem('validation', { detail: 'This amount is too large to be stored.' })
  // Invalid JSON or an unsupported media type: the caller's mistake. The message hides internals.
  if (error.statusCode && error.statusCode < 500) return unreadable()
  return new Problem('unexpected')
}

/** PostgreSQL's invalid_text_representation, character_not_in_repertoire and untranslatable_character: bad input. */
const unstorable = new Set(['22P02', '22021', '22P05'])

const unreadable = () => new Problem('validation', { detail: 'Please reload the page and try again.' })

/** Messages by form field: `/data/attributes/amountMinor` → `amountMinor`. */
function fieldErrors(issues: NonNullable<FastifyError['validation']>): FieldErrors {
  // A map, because the caller may send a field named `toString`.
  const errors = new Map<string, string[]>()
  for (const issue of issues) {
    const field = issue.instancePath.split('/').filter(Boolean).slice(-1)[0] ?? 'request'
    errors.set(field, [...(errors.get(field) ?? []), issue.message ?? 'is not valid'])
  }
  return Object.fromEntries(errors)
}
