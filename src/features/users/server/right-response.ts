import { bookTitle } from '../../../clients/clients.ts'
import { permissions } from '../../../contract/permissions.ts'
import { takesTwoPeople } from '../../../contract/two-person-actions.ts'
import { actionsOf, actionsOfRole } from '../../../server/auth/role-permissions.ts'
import type { Right } from '../users.contract.ts'
import { confirmationRefusal } from './decide-right.ts'
import { differsFromSet, type StaffSets, titleOfSet } from './staff-sets.ts'
import type { NamedRight } from './users.queries.ts'

const byPerson = (name: string | null, at: Date | null) =>
  name === null || at === null ? null : { name, at: at.toISOString() }

export const isInForce = (
  { state, valid_from: from, valid_until: until }: Pick<NamedRight, 'state' | 'valid_from' | 'valid_until'>,
  now: Date,
): boolean => state === 'active' && (from === null || from <= now) && (until === null || until > now)

/** The permissions that a right gives while it is in force. */
export function actionsOfRight({ role_code: role, actions }: Pick<NamedRight, 'role_code' | 'actions'>) {
  return role === 'service_team' ? actionsOfRole(role) : actionsOf([{ role, actions }], [], false)
}

/** A right as one who manages users, or an auditor, reads it. */
export function rightResponse(
  row: NamedRight,
  { sets, readerId, now }: { sets: StaffSets; readerId: string; now: Date },
): Right {
  const gives = actionsOfRight(row)
  return {
    rightId: row.right_id,
    state: row.state,
    role: row.role_code,
    setTitle: row.set_name === null ? null : titleOfSet(sets, row.set_name),
    differsFromSet: differsFromSet(row, sets),
    book: row.served_book === null ? null : bookTitle(row.served_book),
    isWhole: row.all_actions,
    actions: permissions.filter(action => gives.has(action)),
    from: row.valid_from?.toISOString() ?? null,
    until: row.valid_until?.toISOString() ?? null,
    isInForce: isInForce(row, now),
    takesTwoPeople: takesTwoPeople(gives),
    reason: row.reason,
    given: byPerson(row.given_by_name, row.given_at),
    confirmed: byPerson(row.confirmed_by_name, row.confirmed_at),
    signedOff: byPerson(row.signed_off_by_name, row.signed_off_at),
    ended:
      row.ended_at === null
        ? null
        : { name: row.ended_by_name, at: row.ended_at.toISOString(), reason: row.end_reason ?? '' },
    suspendedAt: row.state === 'suspended' ? (row.suspended_at?.toISOString() ?? null) : null,
    decisionRefusal: row.state === 'requested' ? confirmationRefusal(row, readerId) : null,
    isOwnRequest: row.state === 'requested' && row.given_by === readerId,
  }
}

const roleTitles = {
  super_user: 'Super user',
  auditor: 'Auditor',
  content_editor: 'Content editor',
  service_team: 'Service team',
} as const satisfies Record<NamedRight['role_code'], string>

/** What people call a right: its set, or its role and whether it is a part of it. */
export function titleOfRight(
  row: Pick<NamedRight, 'role_code' | 'set_name' | 'all_actions' | 'served_book'>,
  sets: StaffSets,
): string {
  if (row.set_name !== null) return titleOfSet(sets, row.set_name)
  const role = roleTitles[row.role_code]
  if (row.served_book !== null) return `${role}, all accounts of ${bookTitle(row.served_book)}`
  return row.all_actions ? role : `${role}, some permissions`
}
