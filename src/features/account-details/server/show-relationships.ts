import type { Client } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { type AccountRole, accountRoles } from '../../../domain/account-roles.ts'
import { dateOf } from '../../../domain/dates.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { accessDescription, roleName } from '../domain/relationship-labels.ts'
import type {
  exportRelationships,
  getRelationship,
  listInterestedParties,
  listRelationships,
  Relationship,
} from '../relationships.contract.ts'
import { relationshipsList } from '../relationships.list.ts'
import {
  findRelationship,
  type RelationshipRow,
  readRelationships,
  relationshipKeysets,
} from './relationships.queries.ts'

type Context = Pick<ContextOf<typeof listRelationships>, 'db' | 'client' | 'account' | 'actor'>
type Query = { keywords: string; sort?: string | undefined; first: number; after?: string | undefined }

/** The people of the account whom the client's list shows (§2.8). */
export async function showRelationships(
  { query }: { query: Query },
  context: Context,
): Promise<Reply<typeof listRelationships>> {
  const leavesOut = context.client.relationshipListLeavesOut
  return await pageOf(query, { leavesOut, includesEnded: false }, context)
}

/** Everybody who has or had a role on the account: type coverage leaves out nobody (§6). */
export async function showInterestedParties(
  { query }: HandlerInput<typeof listInterestedParties>,
  context: ContextOf<typeof listInterestedParties>,
): Promise<Reply<typeof listInterestedParties>> {
  return await pageOf(query, { leavesOut: [], includesEnded: true }, context)
}

export async function exportShownRelationships(
  { query: { format, ...query } }: HandlerInput<typeof exportRelationships>,
  context: ContextOf<typeof exportRelationships>,
): Promise<Reply<typeof exportRelationships>> {
  return await exportList({
    ...context,
    list: relationshipsList,
    format,
    fileName: 'relationships',
    sheet: 'Relationships',
    readPage: page => showRelationships({ query: { ...query, ...page } }, context),
  })
}

async function pageOf(
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

/** One person of the account; an id of another account does not exist here. */
export async function showRelationship(
  { params }: { params: { relationshipId: string } },
  context: Context,
): Promise<Reply<typeof getRelationship>> {
  const row = await findRelationship(context.db, context.account.accountId, params.relationshipId)
  if (!row || !isShown(row, context)) throw new Problem('not-found')
  return {
    ...toResponse(row, context),
    since: row.since,
    email: row.email,
    address: row.address.filter(line => line !== null),
  }
}

/** Roles that the client's list leaves out are for those who see all interested parties. */
const isShown = (row: RelationshipRow, { client, actor }: Pick<Context, 'client' | 'actor'>): boolean =>
  actor.actions.has('ACCOUNT_ALL_IP_VIEW') ||
  !client.relationshipListLeavesOut.includes(row.account_role_code)

/** Interested parties are removed at once; the other roles need a request, or belong to the sponsor (§17). */
export const mayRemove = (
  row: RelationshipRow,
  { actor, account }: Pick<Context, 'actor' | 'account'>,
): boolean =>
  row.account_role_code === 'viewer' &&
  row.ended_at === null &&
  actor.actions.has('ACCOUNT_RELATIONSHIP_UPDATE') &&
  account.writeAccess

function toResponse(
  row: RelationshipRow,
  context: Pick<Context, 'client' | 'actor' | 'account'>,
): Relationship {
  const { client } = context
  const { actions } = context.actor
  const { has_login: hasLogin, advisor_may_grant: advisorMayGrant } = row
  return {
    relationshipId: row.relationship_id,
    partyId: row.party_id,
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    accountRoleCode: row.account_role_code,
    accountRoleName: roleName(row.account_role_code, client.locale),
    accessDescription: accessDescription(row.account_role_code, { hasLogin, advisorMayGrant }),
    ssoId: actions.has('ACCOUNT_DPA_PSID_VIEW') ? row.sso_id : null,
    endedDate: row.ended_at === null ? null : dateOf(row.ended_at, client.timeZone),
    mayRemove: mayRemove(row, context),
  }
}
