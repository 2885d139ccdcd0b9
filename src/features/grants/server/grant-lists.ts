import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import { nextCursor, offsetOf } from '../../../server/http/paging.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type { listGrantQueue, listGrants } from '../grants.contract.ts'
import { grantRowResponse, heldBecause } from './grant-details.ts'
import { grantOrders, listAccountGrants, listQueue } from './grants.queries.ts'

/** A fund's grants. For one charity it includes the paid and pending amounts (§2.7). */
export async function accountGrants(
  { query }: HandlerInput<typeof listGrants>,
  { db, client, account }: ContextOf<typeof listGrants>,
): Promise<Reply<typeof listGrants>> {
  const sort = query.sort ?? '-createdDate'
  const order = grantOrders.find(name => name === sort.replace(/^-/, ''))
  if (!order) throw fieldProblem('sort', `Sort by one of ${grantOrders.join(', ')}`)
  const offset = offsetOf(query.after)
  const rows = await listAccountGrants(db, {
    accountId: account.accountId,
    charityId: query.charityId,
    from: query.from,
    to: query.to,
    order,
    descending: sort.startsWith('-'),
    first: query.first,
    offset,
  })
  const total = Number(rows[0]?.total ?? 0n)
  return {
    data: rows.map(row => grantRowResponse(row, client)),
    meta: {
      total,
      next: nextCursor(offset, rows.length, total),
      aggregate: { paidMinor: rows[0]?.paid_minor ?? 0n, pendingMinor: rows[0]?.pending_minor ?? 0n },
    },
  }
}

const dayMs = 24 * 60 * 60 * 1000

export async function grantQueue(
  { query }: HandlerInput<typeof listGrantQueue>,
  { db, client, clock }: ContextOf<typeof listGrantQueue>,
): Promise<Reply<typeof listGrantQueue>> {
  const offset = offsetOf(query.after)
  const rows = await listQueue(db, query.queue, { first: query.first, offset })
  const total = Number(rows[0]?.total ?? 0n)
  // Calendar days in the sponsor's time zone, as the date beside it: a grant of yesterday evening is a day old.
  const todayMs = Date.parse(dateOf(clock.now(), client.timeZone))
  return {
    data: rows.map(row => ({
      ...grantRowResponse(row, client),
      fundId: Number(row.fund_id),
      accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
      donorName: row.donor_name,
      held: heldBecause(row, row.account_status),
      ageDays: Math.max(0, (todayMs - Date.parse(row.recommended_on)) / dayMs),
    })),
    meta: { total, next: nextCursor(offset, rows.length, total) },
  }
}
