import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf } from '../../../domain/dates.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type { exportGrantQueue, exportGrants, listGrantQueue, listGrants } from '../grants.contract.ts'
import { grantQueueList, grantsList } from '../grants.list.ts'
import { grantRowResponse, heldBecause } from './grant-details.ts'
import { grantKeysets, listAccountGrants, listQueue, queueKeysets } from './grants.queries.ts'

/** A fund's grants. For one charity it includes the paid and pending amounts (§2.7). */
export async function accountGrants(
  { query }: { query: Omit<HandlerInput<typeof listGrants>['query'], 'columns' | 'cacheStrategy'> },
  { db, client, account }: Pick<ContextOf<typeof listGrants>, 'db' | 'client' | 'account'>,
): Promise<Reply<typeof listGrants>> {
  const { charityId, from, to } = query
  const page = keysetPage({ query, defaultSort: '-createdDate', keysetsOf: grantKeysets })
  const found = await listAccountGrants(db, { accountId: account.accountId, charityId, from, to }, page)
  const { rows, meta } = splitPage(page, found, Number(found[0]?.total ?? 0n))
  return {
    data: rows.map(row => grantRowResponse(row, client)),
    meta: {
      ...meta,
      aggregate: { paidMinor: found[0]?.paid_minor ?? 0n, pendingMinor: found[0]?.pending_minor ?? 0n },
    },
  }
}

export async function exportAccountGrants(
  { query: { format, ...query } }: HandlerInput<typeof exportGrants>,
  context: ContextOf<typeof exportGrants>,
): Promise<Reply<typeof exportGrants>> {
  return await exportList({
    ...context,
    list: grantsList,
    format,
    fileName: 'grants',
    sheet: 'Grants',
    readPage: page => accountGrants({ query: { ...query, ...page } }, context),
  })
}

const dayMs = 24 * 60 * 60 * 1000

export async function grantQueue(
  { query }: { query: Omit<HandlerInput<typeof listGrantQueue>['query'], 'columns' | 'cacheStrategy'> },
  { db, client, clock }: Pick<ContextOf<typeof listGrantQueue>, 'db' | 'client' | 'clock'>,
): Promise<Reply<typeof listGrantQueue>> {
  const page = keysetPage({ query, defaultSort: 'createdDate', keysetsOf: queueKeysets })
  const found = await listQueue(db, query.queue, page)
  const { rows, meta } = splitPage(page, found, Number(found[0]?.total ?? 0n))
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
    meta,
  }
}

export async function exportQueue(
  { query: { format, ...query } }: HandlerInput<typeof exportGrantQueue>,
  context: ContextOf<typeof exportGrantQueue>,
): Promise<Reply<typeof exportGrantQueue>> {
  return await exportList({
    ...context,
    list: grantQueueList,
    format,
    fileName: `grants-${query.queue}`,
    sheet: 'Grants',
    readPage: page => grantQueue({ query: { ...query, ...page } }, context),
  })
}
