import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { countAttempt, undoAttempt } from '../../../../server/auth/rate-limit.ts'
import { recordRateLimited } from '../../../../server/auth/record-rate-limited.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { asSsoId } from '../create-user.ts'
import { findCredential, renewPasswordHash } from './sign-in.queries.ts'

/**
 * Whose user id and password these are. A user who does not exist, one without a password and a wrong password get the
 * same answer after the same work: one read, one guess at a hash, one line in the audit trail.
 * Throws `validation` where they are nobody's, `too-many-requests` where the user or the address has to wait.
 */
export async function checkPassword(
  { client, realmDb, identity, clock, request }: BaseContext,
  typed: { userId: string; password: string },
): Promise<string> {
  const subjects = { user: asSsoId(typed.userId), address: request.ip }
  const about = { at: clock.now(), address: request.ip, detail: { client: client.name } }
  try {
    await countAttempt(realmDb, identity.secret, subjects, clock.now())
  } catch (error) {
    if (error instanceof Problem)
      await recordRateLimited(realmDb, identity.secret, {
        kind: 'password-throttled',
        userId: null,
        ...about,
      })
    throw error
  }
  const person = await findCredential(realmDb, subjects.user)
  const right = await identity.passwords.verify(typed.password, person?.password_hash ?? null)
  if (!right || !person?.password_hash) {
    await recordAuditEvent(realmDb, { kind: 'password-refused', userId: person?.user_id ?? null, ...about })
    throw new Problem('validation', { detail: 'Invalid Username or Password' })
  }
  await undoAttempt(realmDb, identity.secret, subjects)
  if (identity.passwords.isOutdated(person.password_hash))
    await renewPasswordHash(realmDb, person.user_id, await identity.passwords.hash(typed.password))
  await recordAuditEvent(realmDb, { kind: 'password-accepted', userId: person.user_id, ...about })
  return person.user_id
}
