import type { Client } from '../../../clients/client.ts'
import { type AccountRole, accountRoles } from '../../../domain/account-roles.ts'
import { dateOf } from '../../../domain/dates.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { accessDescription, roleName } from '../../people/domain/relationship-labels.ts'
import { routeOfRole } from '../domain/relationship-changes.ts'
import type * as contract from '../relationships.contract.ts'
import type { Relationship } from '../relationships.contract.ts'
import { type RelationshipRow, readRelationships, relationshipKeysets } from './relationships.queries.ts'
import { namesSeen, seesContactOf } from './show-contact.ts'
import { changeSettings } from './show-requests.ts'

export type Context = Pick<
  ContextOf<typeof contract.listRelationships>,
  'db' | 'realmDb' | 'client' | 'account' | 'actor'
>

export type Query = { keywords: string; sort?: string | undefined; first: number; after?: string | undefined }

export async function pageOf(
  query: Query,
  shown: { leavesOut: readonly AccountRole[]; includesEnded: boolean },
  { db, client, account, actor }: Context,
) {
  const page = keysetPage({ query, defaultSort: 'name', keysetsOf: relationshipKeysets })
  const search = { ...shown, accountId: account.accountId, keywords: query.keywords }
  const rolesFound = rolesWith(query.keywords, client)
  const found = await readRelationships(db, { ...search, rolesFound }, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => toResponse(row, { client, actor, account })), meta }
}

function rolesWith(keywords: string, { locale }: Client): AccountRole[] {
  const text = keywords.trim().toLowerCase()
  return accountRoles.filter(role => text !== '' && roleName(role, locale).toLowerCase().includes(text))
}

/** Roles that the client's list leaves out are for those who see all interested parties. */
export const isShown = (
  row: Pick<RelationshipRow, 'account_role_code'>,
  { client, actor }: Pick<Context, 'client' | 'actor'>,
): boolean =>
  actor.actions.has('ACCOUNT_ALL_IP_VIEW') ||
  !client.relationshipListLeavesOut.includes(row.account_role_code)

/** How the caller may remove a person (§17); null for former people and for roles that the caller may not end. */
function removalOf(row: RelationshipRow, context: Pick<Context, 'client' | 'actor' | 'account'>) {
  if (row.ended_at !== null || !mayChange(context)) return null
  return routeOfRole(row.account_role_code, changeSettings(context))
}

export const mayChange = ({ actor, account }: Pick<Context, 'actor' | 'account'>): boolean =>
  actor.actions.has('ACCOUNT_RELATIONSHIP_UPDATE') && account.writeAccess

/** A person without a login, whose name and address are known and who the caller could remove. */
export function mayInvite(
  row: RelationshipRow & { email: string | null },
  context: Pick<Context, 'client' | 'actor' | 'account'>,
): boolean {
  const isKnown = row.email !== null && row.first_name !== null && row.last_name !== null
  return row.user_id === null && isKnown && removalOf(row, context) !== null
}

export function toResponse(
  row: RelationshipRow,
  context: Pick<Context, 'client' | 'actor' | 'account'>,
): Relationship {
  const { client } = context
  const { actions } = context.actor
  const { has_login: hasLogin, advisor_may_grant: advisorMayGrant } = row
  const seesThem = seesContactOf(row, context)
  return {
    relationshipId: row.relationship_id,
    partyId: seesThem ? row.party_id : null,
    ...namesSeen(row, context),
    accountRoleCode: row.account_role_code,
    accountRoleName: roleName(row.account_role_code, client.locale),
    accessDescription: accessDescription(row.account_role_code, { hasLogin, advisorMayGrant }),
    ssoId: seesThem && actions.has('ACCOUNT_DPA_PSID_VIEW') ? row.sso_id : null,
    endedDate: row.ended_at === null ? null : dateOf(row.ended_at, client.timeZone),
    removal: removalOf(row, context),
  }
}
