import type { Kysely } from 'kysely'
import type { Permission } from '../../../contract/permissions.ts'
import { takesTwoPeople } from '../../../contract/two-person-actions.ts'
import type { RightRole } from '../../../domain/realm-roles.ts'
import { actionsOfRole } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { isSameList } from '../domain/staff-sets.ts'
import { beforeAndAfter } from './describe-rights.ts'
import { lockPersonFor } from './find-operator.ts'
import { type Operator, Refused, recordByOperator } from './operator.ts'
import { findRightByKey, insertRight, openRightsOf, type RightRecord } from './rights.queries.ts'

export type NewRight = {
  userId: string
  role: RightRole
  /** Of the service team: the book whose accounts they serve; otherwise null. */
  book: string | null
  /** A part of the role's permissions, or all, also those that a later version adds. */
  actions: readonly string[] | 'all'
  /** The named set from which the permissions come; null for a choice of its own. */
  setName: string | null
  validFrom: Date | null
  validUntil: Date | null
  reason: string
  /** `waived` only for commands: there is no second person, or `--force`. */
  secondPerson: 'as the actions require' | 'waived'
  /** Commands may give a right to the person who runs them, with `--force`. */
  mayBeOwn: boolean
  idempotencyKey: string | null
}

/** More rights than a person has. */
const maxOpenRights = 20

/**
 * Gives a person a right. One whose permissions take two people waits for the second. A repeat with the same key changes nothing. Throws
 * `Refused`: for one's own right, for a permission that the role does not have, for a person without access.
 */
export async function addRight(
  trx: Kysely<DB>,
  operator: Operator,
  right: NewRight,
  now: Date,
): Promise<RightRecord> {
  const person = await lockPersonFor(trx, operator, right.userId, now)
  const repeated = right.idempotencyKey === null ? undefined : await findRightByKey(trx, right.idempotencyKey)
  if (repeated) return requireSame(repeated, right)
  if (!person.hasAccess && !person.isSuspended)
    throw new Refused('This person’s access has ended.', 'conflict')
  if (right.userId === operator.userId && !right.mayBeOwn)
    throw new Refused('No one changes their own rights. Another person who manages users has to.')
  const actions = requireActionsOf(right)
  const open = await openRightsOf(trx, right.userId)
  if (open.length >= maxOpenRights)
    throw new Refused(`A person has at most ${maxOpenRights} rights. End one first.`, 'conflict')
  const needsSecond = takesTwoPeople(actions)
  const inserted = await insertRight(trx, {
    ...right,
    actions: right.actions === 'all' ? null : [...actions].toSorted(),
    secondPerson: !needsSecond ? 'not needed' : right.secondPerson === 'waived' ? 'waived' : 'needed',
    givenBy: operator.userId,
    givenAt: now,
  })
  const isRequested = inserted.state === 'requested'
  const before = open.filter(({ state }) => state === 'active')
  await recordByOperator(trx, operator, {
    kind: isRequested ? 'right-requested' : 'right-given',
    userId: right.userId,
    at: now,
    detail: {
      right: inserted.right_id,
      reason: right.reason,
      ...beforeAndAfter(before, [...before, inserted]),
      ...(inserted.second_person === 'waived' ? { 'second person': 'waived' } : {}),
    },
  })
  return inserted
}

/** The permissions that a right gives. Throws `Refused` for one that its role does not have, and for none. */
export function requireActionsOf({
  role,
  actions,
}: Pick<NewRight, 'role' | 'actions'>): ReadonlySet<Permission> {
  const ofRole = actionsOfRole(role)
  if (actions === 'all') return ofRole
  if (role === 'service_team' && actions.length > 0)
    throw new Refused('The service team’s role on the accounts of a book is given whole.')
  const names: ReadonlySet<string> = ofRole
  const unknown = actions.filter(action => !names.has(action))
  if (unknown.length > 0)
    throw new Refused(`The role ${role} does not have ${unknown.slice(0, 5).join(', ')}.`)
  if (actions.length === 0) throw new Refused('Name at least one permission.')
  return new Set([...ofRole].filter(action => actions.includes(action)))
}

/** The key belongs to one right of one person, by one set or with one list of permissions. */
function requireSame(stored: RightRecord, right: NewRight): RightRecord {
  const isSame =
    stored.user_id === right.userId &&
    stored.role_code === right.role &&
    stored.set_name === right.setName &&
    stored.served_book === right.book &&
    stored.all_actions === (right.actions === 'all') &&
    (right.actions === 'all' || isSameList(stored.actions ?? [], [...new Set(right.actions)]))
  if (!isSame) throw new Refused('This key belongs to another command.', 'conflict')
  return stored
}
