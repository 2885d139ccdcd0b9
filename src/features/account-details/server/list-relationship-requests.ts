import type { Reply } from '../../../contract/endpoint.ts'
import { dateOf } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type * as contract from '../relationship-requests.contract.ts'
import { readRequestQueue, requestKeysets } from './relationship-requests.queries.ts'
import { toResponse, violationFor } from './show-requests.ts'

/** The requests that wait for the sponsor's staff, oldest first (§17). */
export async function listRelationshipRequests(
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
  }: Pick<ContextOf<typeof contract.listRelationshipRequests>, 'db' | 'client' | 'actor' | 'clock'>,
): Promise<Reply<typeof contract.listRelationshipRequests>> {
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
