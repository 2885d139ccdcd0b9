import type { Kysely } from 'kysely'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { actionsOf, type RealmRole } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { deleteRoles, setRole } from '../../identity/server/users.queries.ts'
import { findBoth, managesUsers, Refused } from './find-operator.ts'
import { lockStaff, othersManageUsers } from './leavers.queries.ts'

export type RoleChange = {
  userId: string
  by: string
  role: RealmRole
  /** The permissions of the role that the person has; null: all of them. `none`: the role is taken away. */
  actions: readonly string[] | null | 'none'
  reason: string
  /** Whether the realm may be left without anyone who manages users, and whether people may change their own role. */
  force: boolean
  now: Date
}

/**
 * Gives a person of the sponsor's staff a role on the realm, changes which of its permissions they have, or takes it away. Returns
 * whether anything changed. Throws `Refused`: for a permission that the role does not have, for one's own role and for the last person
 * who manages users unless `force` is set, and for a person whose access has ended.
 */
export async function changeRealmRole(realmDb: Kysely<DB>, change: RoleChange): Promise<boolean> {
  const { role, actions, reason, force, now } = change
  requireActionsOf(role, actions)
  return await realmDb.transaction().execute(async trx => {
    await lockStaff(trx)
    const { person, operator } = await findBoth(trx, change)
    const { userId, roles } = person
    if (!person.hasAccess) throw new Refused('This person’s access has ended.')
    if (userId === operator.userId && !force)
      throw new Refused('No one changes their own role: --by must name another person, or use --force.')
    const before = roles.find(grant => grant.role === role)
    const others = roles.filter(grant => grant.role !== role)
    const after = actions === 'none' ? null : { role, actions: actions === null ? null : sorted(actions) }
    if (textOf(before ?? null) === textOf(after)) return false
    const losesUserManage = managesUsers(roles) && !managesUsers(after === null ? others : [...others, after])
    if (losesUserManage && !force && !(await othersManageUsers(trx, userId)))
      throw new Refused(
        `${person.name} is the last person who manages users (USER_MANAGE). Give it to somebody else first, or use --force.`,
      )
    if (after === null) await deleteRoles(trx, userId, role)
    else await setRole(trx, userId, after)
    await recordAuditEvent(trx, {
      kind: 'role-changed',
      userId,
      actorUserId: operator.userId,
      at: now,
      address: '',
      detail: {
        ...{ by: 'npm run change-role', operator: operator.name, reason, role },
        ...{ before: textOf(before ?? null), after: textOf(after) },
        ...(force ? { forced: 'yes' } : {}),
      },
    })
    return true
  })
}

function requireActionsOf(role: RealmRole, actions: RoleChange['actions']): void {
  if (actions === null || actions === 'none') return
  const ofRole: ReadonlySet<string> = actionsOf([{ role, actions: null }], [], false)
  const unknown = actions.filter(action => !ofRole.has(action))
  if (unknown.length > 0)
    throw new Refused(`The role ${role} does not have ${unknown.slice(0, 5).join(', ')}.`)
  if (actions.length === 0) throw new Refused('Name at least one permission, or use --remove.')
}

const sorted = (actions: readonly string[]) => [...new Set(actions)].toSorted()

const textOf = (grant: { actions: readonly string[] | null } | null): string =>
  grant === null ? 'none' : grant.actions === null ? 'all' : sorted(grant.actions).join(' ')
