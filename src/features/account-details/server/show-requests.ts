import type { Client } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { type Actor, sideOf } from '../../../server/auth/actor.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { roleName } from '../../people/domain/relationship-labels.ts'
import {
  assignableRoles,
  type ChangeSettings,
  requestSentence,
  routeOfRole,
} from '../domain/relationship-changes.ts'
import type {
  exportRelationshipRequests,
  getPeopleChanges,
  listRelationshipRequests,
  RelationshipRequest,
} from '../relationship-requests.contract.ts'
import { requestsList } from '../relationship-requests.list.ts'
import {
  pendingRequests,
  type RequestRow,
  readRequestQueue,
  requestKeysets,
} from './relationship-requests.queries.ts'

const maxShownRequests = 50

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

/** What the caller may add to the account, and what waits for confirmation. */
export async function showPeopleChanges(
  _input: unknown,
  context: ContextOf<typeof getPeopleChanges>,
): Promise<Reply<typeof getPeopleChanges>> {
  const { db, client, account, actor } = context
  const mayChange = actor.actions.has('ACCOUNT_RELATIONSHIP_UPDATE') && account.writeAccess
  const requests = await pendingRequests(db, account.accountId, maxShownRequests)
  return {
    addable: assignableRoles.flatMap(role => {
      const route = mayChange ? routeOfRole(role, changeSettings(context)) : null
      return route === null ? [] : [addable(role, route, client)]
    }),
    requests: requests
      .filter(request => isRequestShown(request, context))
      .map(row => ({
        ...toResponse(row, context),
        mayWithdraw: mayChange && row.requested_by === actor.userId,
      })),
  }
}

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

function toResponse(
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

/** The requests that wait for the sponsor's staff, oldest first (§17). */
export async function showRequestQueue(
  {
    query,
  }: {
    query: { keywords: string; sort?: string | undefined; first: number; after?: string | undefined }
  },
  {
    db,
    client,
    actor,
    clock,
  }: Pick<ContextOf<typeof listRelationshipRequests>, 'db' | 'client' | 'actor' | 'clock'>,
): Promise<Reply<typeof listRelationshipRequests>> {
  const page = keysetPage({ query, defaultSort: 'requestedDate', keysetsOf: requestKeysets })
  const found = await readRequestQueue(db, query.keywords, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  const todayMs = Date.parse(dateOf(clock.now(), client.timeZone))
  return {
    data: rows.map(row => {
      const response = toResponse(row, { client, actor })
      return {
        ...response,
        kind: row.kind,
        person: row.person,
        email: row.email,
        accountRoleCode: row.account_role_code ?? row.current_role_code,
        fundId: Number(row.fund_id),
        accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
        ageDays: Math.max(0, (todayMs - Date.parse(response.requestedDate)) / dayMs),
        violation: violationFor(row, actor),
      }
    }),
    meta,
  }
}

export async function exportRequestQueue(
  { query: { format, ...query } }: HandlerInput<typeof exportRelationshipRequests>,
  context: ContextOf<typeof exportRelationshipRequests>,
): Promise<Reply<typeof exportRelationshipRequests>> {
  return await exportList({
    ...context,
    list: requestsList,
    format,
    fileName: 'requests',
    sheet: 'Requests',
    readPage: page => showRequestQueue({ query: { ...query, ...page } }, context),
  })
}
