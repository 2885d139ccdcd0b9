import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { withdrawLogin } from '../../identity/server/users.queries.ts'
import { endLogin } from '../../people/server/end-login.ts'
import { beforeAndAfter } from './describe-rights.ts'
import { lockPersonFor } from './find-operator.ts'
import { type Operator, Refused, recordByOperator } from './operator.ts'
import { closeRequest } from './resume-person.ts'
import { endRightsOf, openRightsOf } from './rights.queries.ts'
import { othersManageUsers } from './staff.queries.ts'
import { requireTeam, type TeamRule } from './team.ts'

/**
 * Ends all access of a person in the realm, in the caller's transaction: rights, sessions, remembered devices, ways to log in, and links.
 * A repeat changes nothing. Throws `Refused` for one's own access, for the last person who manages users, and where the team would be
 * smaller than the client asks for unless that is accepted.
 *
 * @returns how many sessions ended.
 */
export async function endRealmAccess(
  trx: Kysely<DB>,
  operator: Operator,
  { userId, reason, team }: { userId: string; reason: string; team: TeamRule },
  now: Date,
): Promise<number> {
  const person = await lockPersonFor(trx, operator, userId, now)
  if (userId === operator.userId)
    throw new Refused('No one ends their own access. Another person who manages users has to.')
  if (!(await othersManageUsers(trx, { userIds: [userId] }, now)))
    throw new Refused('This is the last person who manages users (USER_MANAGE).', 'conflict')
  await requireTeam(trx, team, right => right.userId === userId, now)
  const open = await openRightsOf(trx, userId)
  await closeRequest(trx, operator, { userId, note: 'The person’s access has ended' }, now)
  await withdrawLogin(trx, userId)
  await endRightsOf(trx, userId, { by: operator.userId, at: now, reason })
  const sessions = await endLogin(trx, userId, { reason: `access ended: ${reason}`, now })
  if (!person.hasAccess && !person.isSuspended && open.length === 0) return sessions
  await recordByOperator(trx, operator, {
    kind: 'access-ended',
    userId,
    at: now,
    detail: {
      reason,
      roles: [...new Set(open.map(right => right.role_code))].join(', '),
      ...beforeAndAfter(open, []),
    },
  })
  return sessions
}
