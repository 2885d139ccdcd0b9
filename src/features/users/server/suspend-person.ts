import type { Kysely } from 'kysely'
import { endSessionsOf } from '../../../server/auth/end-sessions.ts'
import { endLinks } from '../../../server/auth/one-time-link.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import { endPendingSignIns } from '../../identity/oidc/server/pending-sign-ins.queries.ts'
import { setSuspension } from '../../identity/server/users.queries.ts'
import { lockPersonFor } from './find-operator.ts'
import { type Operator, Refused, recordByOperator } from './operator.ts'
import { othersManageUsers } from './staff.queries.ts'

type About = { userId: string; reason: string }

/**
 * Shuts a person out at once, in every instance: their sessions, unfinished logins and links end, and they cannot log in. Rights and ways
 * to log in stay for `resumePerson`. Throws `Refused` for oneself, for the last person who manages users, and without access.
 */
export async function suspendPerson(
  trx: Kysely<DB>,
  operator: Operator,
  { userId, reason }: About,
  now: Date,
): Promise<void> {
  const person = await lockPersonFor(trx, operator, userId, now)
  if (userId === operator.userId) throw new Refused('No one suspends their own access.')
  if (!person.hasAccess) throw new Refused('This person has no access.', 'conflict')
  if (!(await othersManageUsers(trx, { userIds: [userId] }, now)))
    throw new Refused('This is the last person who manages users (USER_MANAGE).', 'conflict')
  await setSuspension(trx, userId, { at: now, by: operator.userId, reason })
  await endLinks(trx, userId, now)
  await endPendingSignIns(trx, userId)
  const from =
    operator.via.kind === 'portal'
      ? { address: operator.via.address, actorUserId: operator.userId }
      : { address: '', actorUserId: operator.userId }
  await endSessionsOf(trx, userId, { except: null, reason: 'access suspended', now, from })
  await recordByOperator(trx, operator, {
    kind: 'access-suspended',
    userId,
    at: now,
    detail: { reason, before: 'access', after: 'suspended' },
  })
}

/** Lets a suspended person in again, with the rights that they have. Throws `Refused` for oneself and for a person who is not suspended. */
export async function resumePerson(
  trx: Kysely<DB>,
  operator: Operator,
  { userId, reason }: About,
  now: Date,
): Promise<void> {
  const person = await lockPersonFor(trx, operator, userId, now)
  if (userId === operator.userId) throw new Refused('No one changes their own access.')
  if (!person.isSuspended) throw new Refused('This person is not suspended.', 'conflict')
  await setSuspension(trx, userId, null)
  await recordByOperator(trx, operator, {
    kind: 'access-resumed',
    userId,
    at: now,
    detail: { reason, before: 'suspended', after: 'access' },
  })
}
