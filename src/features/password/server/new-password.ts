import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { keepPasswordHash } from '../../../server/identity/create-user.ts'
import { dropPasswordLink } from '../../../server/identity/one-time/one-time-link.ts'
import { endSignInsUnderWay } from '../../../server/identity/provider/sign-ins-under-way.ts'
import { forgiveAttempt } from '../../../server/identity/throttle.ts'
import { personLetter, writePersonMail } from '../../../server/mail/person-mail.ts'
import { endSessionsOf } from '../../../server/session/ending/end-sessions.ts'
import { type PasswordOwner, passwordObjection } from './password-objection.ts'

type Owner = PasswordOwner & { userId: string }

/** A client whose people all sign in at a provider of its own has no passwords: none is set, changed or asked for here. */
export function requirePasswords({ client }: Pick<BaseContext, 'client'>): void {
  if (!client.identityProviders.some(({ kind }) => kind === 'embedded')) throw new Problem('not-found')
}

/** Throws, at the field `field`, where the rules for passwords refuse it or it is the current one. */
export async function requireGoodPassword(
  password: string,
  owner: Owner & { passwordHash: string | null },
  { client, identity }: Pick<BaseContext, 'client' | 'identity'>,
  field: string,
): Promise<void> {
  const objection = await passwordObjection(password, owner, client)
  if (objection !== null) throw fieldProblem(field, objection)
  // Who resets a password does so because others may know it.
  if (owner.passwordHash !== null && (await identity.passwords.verify(password, owner.passwordHash, 'known')))
    throw fieldProblem(field, 'This is your current password. Choose another one.')
}

/**
 * All that a new password brings with it, in the transaction of `trx`: links on their way are worth nothing, all sessions but
 * `keepsSession` end, and so do sign-ins under way, remembered devices are forgotten, waits after wrong passwords are over, the person is told by mail, and it is recorded.
 */
export async function takeNewPassword(
  trx: Kysely<DB>,
  context: BaseContext,
  about: { owner: Owner; passwordHash: string; keepsSession: string | null; how: 'link' | 'profile' },
): Promise<{ sessionsEnded: number }> {
  const { client, identity, clock, request } = context
  const { owner, passwordHash, keepsSession, how } = about
  const now = clock.now()
  await keepPasswordHash(trx, owner.userId, passwordHash, now)
  await dropPasswordLink(trx, owner.userId, now)
  const reason = 'the password was changed'
  const sessionsEnded = await endSessionsOf(trx, owner.userId, {
    except: keepsSession,
    reason,
    now,
    from: { address: request.ip },
  })
  await endSignInsUnderWay(trx, owner.userId)
  // Guesses at the former password say nothing about the new one. Those at the second factor, which is the same, still count.
  for (const user of [owner.ssoId, `password-change ${owner.userId}`, `step-up ${owner.userId}`])
    await forgiveAttempt(trx, identity.secret, { user })
  await trx.deleteFrom('remembered_device').where('user_id', '=', owner.userId).execute()
  await writePersonMail(trx, identity.secret, {
    client,
    cause: `password-changed:${request.id}`,
    to: owner.email,
    subject: 'Your password was changed',
    body: personLetter(client, `${owner.firstName} ${owner.lastName}`, [
      `The password of the user ID ${owner.ssoId} was changed. Whoever was signed in with it elsewhere is signed out.`,
      `If it was not you, please call ${client.support.phone} at once.`,
    ]),
  })
  await recordAuditEvent(trx, {
    kind: 'password-changed',
    userId: owner.userId,
    sessionId: keepsSession,
    at: now,
    address: request.ip,
    detail: { client: client.name, how, sessionsEnded: String(sessionsEnded) },
  })
  return { sessionsEnded }
}
