import type { Kysely } from 'kysely'
import type { SmallestTeam } from '../../../clients/client.ts'
import { endSessionsOf } from '../../../server/auth/end-sessions.ts'
import { endLinks } from '../../../server/auth/one-time-link.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import { endPendingSignIns } from '../../identity/oidc/server/pending-sign-ins.queries.ts'
import { setSuspension } from '../../identity/server/users.queries.ts'
import { lockPersonFor } from './find-operator.ts'
import { type Operator, Refused, recordByOperator } from './operator.ts'
import { othersManageUsers } from './staff.queries.ts'
import { requireTeam } from './team.ts'

type About = { userId: string; reason: string; smallestTeam: SmallestTeam }

/**
 * Shuts a person out at once, in every instance: their sessions, unfinished logins and links end, and they cannot log in. Rights and ways
 * to log in stay for `resumePerson`. Throws `Refused` for oneself, for the last person who manages users, and without access.
 *
 * @returns what the team lacks then, as sentences.
 */
export async function suspendPerson(
  trx: Kysely<DB>,
  operator: Operator,
  { userId, reason, smallestTeam }: About,
  now: Date,
): Promise<string[]> {
  const person = await lockPersonFor(trx, operator, userId, now)
  if (userId === operator.userId) throw new Refused('No one suspends their own access.')
  if (!person.hasAccess) throw new Refused('This person has no access.', 'conflict')
  if (!(await othersManageUsers(trx, { userIds: [userId] }, now)))
    throw new Refused('This is the last person who manages users (USER_MANAGE).', 'conflict')
  // Never refused: shutting somebody out may be urgent. What is missing then is work for those who manage users.
  const team = { smallestTeam, acceptsSmallerTeam: true }
  const missing = await requireTeam(trx, team, right => right.userId === userId, now)
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
  return missing
}
