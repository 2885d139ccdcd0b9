import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { lockRightFor } from './decide-right.ts'
import { beforeAndAfter } from './describe-rights.ts'
import { type Operator, Refused, recordByOperator } from './operator.ts'
import { openRightsOf, type RightRecord, setOver, setSuspended } from './rights.queries.ts'
import { othersManageUsers } from './staff.queries.ts'
import { requireTeam, type TeamRule } from './team.ts'

/**
 * Ends a right at once. One person may: it only takes away. Throws `Refused` for one's own right and for the last one that manages users,
 * unless `force` is set, and where the team would be smaller than the client asks for, unless that is accepted.
 */
export async function removeRight(
  trx: Kysely<DB>,
  operator: Operator,
  about: { rightId: string; reason: string; force: boolean; team: TeamRule },
  now: Date,
): Promise<void> {
  const { rightId, reason, force, team } = about
  const { right } = await lockRightFor(trx, operator, rightId, now)
  if (right.ended_at !== null) throw new Refused('This right has ended already.', 'conflict')
  if (right.user_id === operator.userId && !force)
    throw new Refused('No one changes their own rights. Another person who manages users has to.')
  if (!force) await requireOtherManager(trx, right, now)
  await requireTeam(trx, team, each => each.rightId === rightId, now)
  const before = (await openRightsOf(trx, right.user_id)).filter(({ state }) => state === 'active')
  await setOver(trx, rightId, 'ended', { by: operator.userId, at: now, reason })
  await recordByOperator(trx, operator, {
    kind: 'right-ended',
    userId: right.user_id,
    at: now,
    detail: {
      right: rightId,
      reason,
      ...beforeAndAfter(
        before,
        before.filter(each => each.right_id !== rightId),
      ),
      ...(force ? { forced: 'yes' } : {}),
    },
  })
}

/** Throws `Refused` if nobody would manage users without this right. */
export async function requireOtherManager(trx: Kysely<DB>, right: RightRecord, now: Date): Promise<void> {
  const manages =
    right.role_code === 'super_user' && (right.all_actions || (right.actions ?? []).includes('USER_MANAGE'))
  if (right.state !== 'active' || !manages) return
  if (await othersManageUsers(trx, { rightId: right.right_id }, now)) return
  throw new Refused(
    'This is the last right that manages users (USER_MANAGE). Give it to somebody else first.',
    'conflict',
  )
}

/** Puts a suspended right back in force. Throws `Refused`. */
export async function reinstateSuspendedRight(
  trx: Kysely<DB>,
  operator: Operator,
  about: { rightId: string; reason: string },
  now: Date,
): Promise<void> {
  const { right } = await lockRightFor(trx, operator, about.rightId, now)
  if (right.state !== 'suspended') throw new Refused('This right is not suspended.', 'conflict')
  if (right.user_id === operator.userId)
    throw new Refused('No one changes their own rights. Another person who manages users has to.')
  await setSuspended(trx, about.rightId, null)
  const open = (await openRightsOf(trx, right.user_id)).filter(({ state }) => state === 'active')
  await recordByOperator(trx, operator, {
    kind: 'right-reinstated',
    userId: right.user_id,
    at: now,
    detail: {
      right: about.rightId,
      reason: about.reason,
      ...beforeAndAfter(
        open.filter(each => each.right_id !== about.rightId),
        open,
      ),
    },
  })
}
