import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { endSessionsOf } from '../../../../server/auth/end-sessions.ts'
import { invalidatePasswordLink } from '../../../../server/auth/one-time-link.ts'
import { clearAttempts } from '../../../../server/auth/rate-limit.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { createFairQueue } from '../../../../server/heavy-work/fair-queue.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { callUs } from '../../../../server/mail/letter.ts'
import { writePersonMail } from '../../../../server/mail/person-mail.ts'
import { deleteDevices } from '../../factors/server/factors.queries.ts'
import { endPendingSignIns } from '../../oidc/server/pending-sign-ins.queries.ts'
import { savePasswordHash } from '../../server/users.queries.ts'
import { type PasswordOwner, passwordViolation } from './password-violation.ts'

type Owner = PasswordOwner & { userId: string }

/** Throws `not-found` at a client without the embedded provider, which has no passwords. */
export function requirePasswordLogin({ client }: Pick<BaseContext, 'client'>): void {
  if (!client.identityProviders.some(({ kind }) => kind === 'embedded')) throw new Problem('not-found')
}

/** One password at a time is checked, for each person in turn: nobody keeps others from a new one by sending many. */
const checks = createFairQueue({
  running: 1,
  runningPerClient: 1,
  runningPerPerson: 1,
  waiting: 30,
  waitingPerClient: 20,
  waitingPerPerson: 8,
})

/**
 * Throws `validation` at `field` if the password breaks a rule or is the current one, `too-many-requests` and `unavailable` if too many
 * passwords are being checked.
 */
export async function requireValidPassword(
  password: string,
  owner: Owner & { passwordHash: string | null },
  { client, identity }: Pick<BaseContext, 'client' | 'identity'>,
  field: string,
): Promise<void> {
  const requester = { client: client.name, person: owner.userId, signal: null }
  const violation = await checks.run(requester, () => passwordViolation(password, owner, client))
  if (violation !== null) throw fieldProblem(field, violation)
  // People reset a password because others may know it.
  if (owner.passwordHash !== null && (await identity.passwords.verify(password, owner.passwordHash, 'known')))
    throw fieldProblem(field, 'This is your current password. Choose another one.')
}

/**
 * Stores a new password with its consequences, in the transaction of `trx`: invalidates mailed links, ends all sessions except
 * `exceptSessionId` and pending sign-ins, deletes remembered devices, resets the rate limit, sends a mail and records it.
 */
export async function acceptNewPassword(
  trx: Kysely<DB>,
  context: BaseContext,
  about: { owner: Owner; passwordHash: string; exceptSessionId: string | null; how: 'link' | 'profile' },
): Promise<{ sessionsEnded: number }> {
  const { client, identity, clock, request } = context
  const { owner, passwordHash, exceptSessionId, how } = about
  const now = clock.now()
  await savePasswordHash(trx, owner.userId, passwordHash, now)
  await invalidatePasswordLink(trx, owner.userId, now)
  const reason = 'the password was changed'
  const sessionsEnded = await endSessionsOf(trx, owner.userId, {
    except: exceptSessionId,
    reason,
    now,
    from: { address: request.ip },
  })
  await endPendingSignIns(trx, owner.userId)
  // Wrong passwords no longer count. Wrong codes do, because the second factor stays the same.
  for (const user of [owner.ssoId, `password-change ${owner.userId}`, `step-up ${owner.userId}`])
    await clearAttempts(trx, identity.secret, { user })
  await deleteDevices(trx, owner.userId, null)
  await writePersonMail(trx, identity.secret, {
    client,
    kind: 'password-changed',
    cause: `password-changed:${request.id}`,
    to: owner.email,
    letter: {
      subject: 'Your password was changed',
      name: `${owner.firstName} ${owner.lastName}`,
      blocks: [
        `The password for the user ID ${owner.ssoId} was changed. Other sessions with this user ID were logged out.`,
      ],
      ifUnexpected: `If this wasn’t you, please ${callUs(client)} immediately.`,
    },
  })
  await recordAuditEvent(trx, {
    kind: 'password-changed',
    userId: owner.userId,
    sessionId: exceptSessionId,
    at: now,
    address: request.ip,
    detail: { client: client.name, how, sessionsEnded: String(sessionsEnded) },
  })
  return { sessionsEnded }
}
