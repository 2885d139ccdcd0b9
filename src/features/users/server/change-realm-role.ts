import type { Kysely } from 'kysely'
import type { SmallestTeam } from '../../../clients/client.ts'
import type { RealmRole } from '../../../domain/realm-roles.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addRight, requireActionsOf } from './add-right.ts'
import { findBoth, operatorOfCommand } from './find-operator.ts'
import { Refused } from './operator.ts'
import { removeRight } from './remove-right.ts'
import { openRightsOf, type RightRecord } from './rights.queries.ts'
import { lockStaff, othersManageUsers } from './staff.queries.ts'

export type RoleChange = {
  smallestTeam: SmallestTeam
  userId: string
  by: string
  role: RealmRole
  /** The permissions of the role that the person has; null: all of them. `none`: the role is taken away. */
  actions: readonly string[] | null | 'none'
  reason: string
  /**
   * Whether the realm may be left without anyone who manages users or with a smaller team than it asks for, whether people may change
   * their own role, and whether no second person is asked.
   */
  force: boolean
  now: Date
}

/**
 * Gives a person of the sponsor's staff a role on the realm, changes which of its permissions they have, or takes it away. What takes two
 * people waits for the second in the portal and leaves the former right as it is, unless the realm has nobody else who manages users.
 * Throws `Refused`: for a permission that the role does not have, for one's own role and for the last person who manages users unless
 * `force` is set, for a team smaller than the client asks for unless `force` is set, and for a person whose access has ended.
 */
export async function changeRealmRole(
  realmDb: Kysely<DB>,
  change: RoleChange,
): Promise<'changed' | 'requested' | 'nothing'> {
  const { role, actions, reason, force, now } = change
  const team = { smallestTeam: change.smallestTeam, acceptsSmallerTeam: force }
  if (actions !== 'none') requireActionsOf({ role, actions: actions ?? 'all' })
  return await realmDb.transaction().execute(async trx => {
    await lockStaff(trx)
    const { person, operator: found } = await findBoth(trx, change, now)
    const operator = operatorOfCommand(found, 'change-role')
    if (!person.hasAccess) throw new Refused('This person’s access has ended.')
    if (person.userId === operator.userId && !force)
      throw new Refused('No one changes their own role: --by must name another person, or use --force.')
    const former = (await openRightsOf(trx, person.userId)).filter(right => right.role_code === role)
    if (actions === 'none' ? former.length === 0 : isTheSame(former, actions, force)) return 'nothing'
    // First, so that the operator still manages users when it is about their own right.
    const given =
      actions === 'none'
        ? null
        : await addRight(
            trx,
            operator,
            {
              ...{ userId: person.userId, role, book: null, actions: actions ?? 'all', setName: null },
              ...{ validFrom: null, validUntil: null, reason, mayBeOwn: force, idempotencyKey: null },
              secondPerson:
                force ||
                isPartOf(actions, former) ||
                !(await hasThird(trx, [person.userId, operator.userId], now))
                  ? 'waived'
                  : 'as the actions require',
            },
            now,
          )
    if (given?.state === 'requested') return 'requested'
    for (const { right_id: rightId } of former)
      await removeRight(trx, operator, { rightId, reason, force, team }, now)
    return 'changed'
  })
}

/** Whether somebody else could confirm a right. */
export const hasThird = (trx: Kysely<DB>, userIds: readonly string[], now: Date): Promise<boolean> =>
  othersManageUsers(trx, { userIds }, now)

/** With `force` a right that waits for a second person is not the same as one that is in force. */
const isTheSame = (
  [right, ...others]: readonly RightRecord[],
  actions: readonly string[] | null,
  force: boolean,
): boolean =>
  right !== undefined &&
  others.length === 0 &&
  (right.state === 'active' || (right.state === 'requested' && !force)) &&
  textOf(right.actions) === textOf(actions)

const textOf = (actions: readonly string[] | null): string =>
  actions === null ? 'all' : [...new Set(actions)].toSorted().join(' ')

/** No name of a permission, so that no list of permissions covers the whole role. */
const allOfRole = '*'

/** Whether the permissions are among those that the person has by rights in force: then the change only takes away. */
const isPartOf = (actions: readonly string[] | null, rights: readonly RightRecord[]): boolean => {
  const active = rights.filter(({ state }) => state === 'active')
  if (active.some(right => right.all_actions)) return true
  return (actions ?? [allOfRole]).every(action => active.some(right => right.actions?.includes(action)))
}
