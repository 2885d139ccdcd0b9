import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../grants.contract.ts'
import { grantRowResponse } from './grant-details.ts'
import { grantKeysets, listAccountGrants } from './grants.queries.ts'

/** A fund's grants. For one charity it includes the paid and pending amounts (§2.7). */
export async function listGrants(
  { query }: { query: Omit<HandlerInput<typeof contract.listGrants>['query'], 'columns' | 'cacheStrategy'> },
  { db, client, account }: Pick<ContextOf<typeof contract.listGrants>, 'db' | 'client' | 'account'>,
): Promise<Reply<typeof contract.listGrants>> {
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
