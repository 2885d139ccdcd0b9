import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import {
  clearAttempts,
  countAttempt,
  type RateLimitedSubjects,
  undoAttempt,
} from '../../../../server/auth/rate-limit.ts'
import { recordRateLimited } from '../../../../server/auth/record-rate-limited.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { mfaContextOf } from '../../factors/server/mfa-context.ts'
import { asSsoId } from '../../server/create-user.ts'
import { findCredential, renewPasswordHash } from './sign-in.queries.ts'

/**
 * Checks a user id and password and returns the person's id. An unknown user, a user without a password and a wrong password
 * get the same answer after the same work: one read, one hash, one audit event.
 *
 * A remembered device has its own rate limit and its own place in the queue for hashes, so that neither guesses from elsewhere
 * nor a flood of strangers locks its person out. Throws `validation` for wrong credentials, `too-many-requests` when the caller
 * has to wait, `unavailable` when the queue is full.
 */
export async function checkPassword(
  context: BaseContext,
  typed: { userId: string; password: string },
): Promise<string> {
  const { client, realmDb, identity, clock, request } = context
  const ssoId = asSsoId(typed.userId)
  const device = await identity.devices.find(mfaContextOf(context), request, ssoId)
  const subjects: RateLimitedSubjects = device === null ? { user: ssoId, address: request.ip } : { device }
  const about = { at: clock.now(), address: request.ip, detail: { client: client.name } }
  try {
    await countAttempt(realmDb, identity.secret, subjects, clock.now())
  } catch (error) {
    if (error instanceof Problem)
      await recordRateLimited(realmDb, identity.secret, {
        kind: 'sign-in-rate-limited',
        userId: null,
        ...about,
      })
    throw error
  }
  const person = await findCredential(realmDb, ssoId)
  const right = await identity.passwords
    .verify(typed.password, person?.password_hash ?? null, device === null ? 'stranger' : 'known')
    .catch(async (error: unknown) => {
      // No password was compared, so the attempt does not count.
      await undoAttempt(realmDb, identity.secret, subjects)
      throw error
    })
  if (!right || !person?.password_hash) {
    await recordAuditEvent(realmDb, { kind: 'password-refused', userId: person?.user_id ?? null, ...about })
    throw new Problem('validation', { detail: 'Invalid Username or Password' })
  }
  await clearAttempts(realmDb, identity.secret, subjects)
  if (identity.passwords.isOutdated(person.password_hash))
    await renewPasswordHash(realmDb, person.user_id, await identity.passwords.hash(typed.password))
  await recordAuditEvent(realmDb, { kind: 'password-accepted', userId: person.user_id, ...about })
  return person.user_id
}
