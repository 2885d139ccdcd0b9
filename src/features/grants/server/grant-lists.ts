import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type { exportGrants, listGrants } from '../grants.contract.ts'
import { grantsList } from '../grants.list.ts'
import { grantRowResponse } from './grant-details.ts'
import { grantKeysets, listAccountGrants } from './grants.queries.ts'

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
