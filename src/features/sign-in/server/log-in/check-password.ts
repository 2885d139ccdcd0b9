import type { FastifyReply } from 'fastify'
import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { asSsoId } from '../../../../server/identity/create-user.ts'
import { askedBy } from '../../../../server/identity/factors/factor-asked.ts'
import { recordSeldom } from '../../../../server/identity/record-seldom.ts'
import {
  countAttempt,
  forgiveAttempt,
  type ThrottledSubjects,
  takeBackAttempt,
} from '../../../../server/identity/throttle.ts'
import { findCredential, renewPasswordHash } from '../sign-in.queries.ts'

/**
 * Whose user id and password these are. A user who does not exist, one without a password and a wrong password get the
 * same answer after the same work: one read, one guess at a hash, one line in the audit trail.
 *
 * A device that is remembered for this person is counted by itself alone and has its own place in the queue for hashes:
 * neither who guesses at the user id from elsewhere nor a flood of strangers keeps the person from signing in there.
 * Throws `validation` where they are nobody's, `too-many-requests` where the caller has to wait, `unavailable` where too many do.
 */
export async function checkPassword(
  context: BaseContext,
  typed: { userId: string; password: string },
): Promise<string> {
  const { client, realmDb, identity, clock, request, reply } = context
  const ssoId = asSsoId(typed.userId)
  const device = await identity.devices.find(askedBy(context), request, ssoId)
  const subjects: ThrottledSubjects = device === null ? { user: ssoId, address: request.ip } : { device }
  const about = { at: clock.now(), address: request.ip, detail: { client: client.name } }
  try {
    await countAttempt(realmDb, identity.secret, subjects, clock.now())
  } catch (error) {
    if (error instanceof Problem)
      await recordSeldom(realmDb, identity.secret, { kind: 'password-throttled', userId: null, ...about })
    throw withRetryAfter(reply, error)
  }
  const person = await findCredential(realmDb, ssoId)
  const right = await identity.passwords
    .verify(typed.password, person?.password_hash ?? null, device === null ? 'stranger' : 'known')
    .catch(async (error: unknown) => {
      // Nothing was guessed.
      await takeBackAttempt(realmDb, identity.secret, subjects)
      throw withRetryAfter(reply, error)
    })
  if (!right || !person?.password_hash) {
    await recordAuditEvent(realmDb, { kind: 'password-refused', userId: person?.user_id ?? null, ...about })
    throw new Problem('validation', { detail: 'Invalid Username or Password' })
  }
  await forgiveAttempt(realmDb, identity.secret, subjects)
  if (identity.passwords.isOutdated(person.password_hash))
    await renewPasswordHash(realmDb, person.user_id, await identity.passwords.hash(typed.password))
  await recordAuditEvent(realmDb, { kind: 'password-accepted', userId: person.user_id, ...about })
  return person.user_id
}

function withRetryAfter(reply: FastifyReply, error: unknown): unknown {
  if (error instanceof Problem && error.retryAfterS !== undefined)
    reply.header('Retry-After', String(error.retryAfterS))
  return error
}
