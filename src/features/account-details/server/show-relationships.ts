import type { Client } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { type AccountRole, accountRoles } from '../../../domain/account-roles.ts'
import { dateOf } from '../../../domain/dates.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { accessDescription, roleName } from '../../people/domain/relationship-labels.ts'
import { rolesAfter, routeOfRole, routeOfRoleChange } from '../domain/relationship-changes.ts'
import type {
  exportRelationships,
  getRelationship,
  listInterestedParties,
  listRelationships,
  Relationship,
} from '../relationships.contract.ts'
import { relationshipsList } from '../relationships.list.ts'
import { pendingRequestOf } from './relationship-requests.queries.ts'
import {
  findRelationship,
  type RelationshipRow,
  readRelationships,
  relationshipKeysets,
} from './relationships.queries.ts'
import { namesSeen, seesContactOf, showContact } from './show-contact.ts'
import { addable, changeSettings, sentenceOf } from './show-requests.ts'

type Context = Pick<ContextOf<typeof listRelationships>, 'db' | 'realmDb' | 'client' | 'account' | 'actor'>
type Query = { keywords: string; sort?: string | undefined; first: number; after?: string | undefined }

/** The people of the account that the client's list shows (§2.8). */
export async function showRelationships(
  { query }: { query: Query },
  context: Context,
): Promise<Reply<typeof listRelationships>> {
  const leavesOut = context.client.relationshipListLeavesOut
  return await pageOf(query, { leavesOut, includesEnded: false }, context)
}

/** Everyone who has or had a role on the account: type coverage leaves out nobody (§6). */
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
  const pending = await pendingRequestOf(context.db, row.relationship_id)
  return {
    ...toResponse(row, context),
    roles: rolesFor(row, context),
    mayInvite: mayInvite(row, context),
    pendingRequest: pending ? sentenceOf(pending, context.client) : null,
    since: row.since,
    hasLogin: row.user_id !== null,
    isSelf: row.user_id === context.actor.userId,
    ...(await showContact(row, context)),
  }
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

const mayChange = ({ actor, account }: Pick<Context, 'actor' | 'account'>): boolean =>
  actor.actions.has('ACCOUNT_RELATIONSHIP_UPDATE') && account.writeAccess

/** A person without a login, whose name and address are known and who the caller could remove. */
export function mayInvite(
  row: RelationshipRow & { email: string | null },
  context: Pick<Context, 'client' | 'actor' | 'account'>,
): boolean {
  const isKnown = row.email !== null && row.first_name !== null && row.last_name !== null
  return row.user_id === null && isKnown && removalOf(row, context) !== null
}

/** The roles that the caller may give the person instead. */
function rolesFor(row: RelationshipRow, context: Pick<Context, 'client' | 'actor' | 'account'>) {
  if (row.ended_at !== null || !mayChange(context)) return []
  const settings = changeSettings(context)
  return rolesAfter(row.account_role_code, settings).map(role =>
    addable(role, routeOfRoleChange(row.account_role_code, role, settings) ?? 'by-request', context.client),
  )
}

function toResponse(
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
