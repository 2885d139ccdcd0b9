import type { Client } from '../../../clients/client.ts'
import { dateOf } from '../../../domain/dates.ts'
import { type Actor, sideOf } from '../../../server/auth/actor.ts'
import { roleName } from '../../people/domain/relationship-labels.ts'
import { type assignableRoles, type ChangeSettings, requestSentence } from '../domain/relationship-changes.ts'
import type { RelationshipRequest } from '../relationship-requests.contract.ts'
import type { RequestRow } from './relationship-requests.queries.ts'

export const changeSettings = ({
  actor,
  client,
}: {
  actor: Pick<Actor, 'accountRoles'>
  client: Client
}): ChangeSettings => ({
  isStaff: sideOf(actor) === 'sponsor',
  relationshipChanges: client.relationshipChanges,
})

export const addable = <Role extends (typeof assignableRoles)[number]>(
  role: Role,
  route: 'at-once' | 'by-request',
  client: Client,
) => ({
  accountRoleCode: role,
  accountRoleName: roleName(role, client.locale),
  needsConfirmation: route === 'by-request',
})

/** A request about a role that the client's list leaves out is for those who see all interested parties. */
export const isRequestShown = (
  { account_role_code, current_role_code }: RequestRow,
  { client, actor }: { client: Client; actor: Actor },
): boolean =>
  actor.actions.has('ACCOUNT_ALL_IP_VIEW') ||
  [account_role_code, current_role_code].every(
    role => role === null || !client.relationshipListLeavesOut.includes(role),
  )

/** “Add Ada Finch as Joint Donor” */
export const sentenceOf = (row: RequestRow, { locale }: Pick<Client, 'locale'>): string =>
  requestSentence({
    kind: row.kind,
    person: row.person,
    role: row.current_role_code && roleName(row.current_role_code, locale),
    newRole: row.account_role_code && roleName(row.account_role_code, locale),
  })

export function toResponse(
  row: RequestRow,
  { client, actor }: { client: Client; actor: Actor },
): RelationshipRequest {
  const seesStaff = sideOf(actor) === 'sponsor'
  return {
    requestId: row.request_id,
    sentence: sentenceOf(row, client),
    requestedDate: dateOf(row.requested_at, client.timeZone),
    requestedBy: seesStaff || row.requested_by_side === 'fund' ? row.requested_by_name : client.displayName,
  }
}

export const ownRequestSentence = 'This request is about you, so a colleague has to decide it.'

/** Why this person may not decide a request; null: they may. Nobody decides their own request or one about themselves (§14). */
export function violationFor(
  { requested_by, person_user_id }: Pick<RequestRow, 'requested_by' | 'person_user_id'>,
  { userId, actions }: Pick<Actor, 'userId' | 'actions'>,
): string | null {
  if (!actions.has('RELATIONSHIP_CONFIRM')) return 'You may view requests, but not decide them.'
  if (requested_by === userId) return 'You made this request, so a colleague has to decide it.'
  if (person_user_id === userId) return ownRequestSentence
  return null
}
