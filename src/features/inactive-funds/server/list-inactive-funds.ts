import type { Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { AttentionReason, FundView } from '../domain/attention.ts'
import type * as contract from '../inactive-funds.contract.ts'
import { rulesOf } from './fund-context.ts'
import { fundResponse } from './fund-response.ts'
import { fundKeysets, listFundRows } from './funds.queries.ts'

type Query = {
  view: FundView
  reason?: AttentionReason | undefined
  sort?: string | undefined
  first: number
  after?: string | undefined
}

/** Throws `validation` for an unknown sort order and a foreign cursor. */
export async function listInactiveFunds(
  { query }: { query: Query },
  context: Pick<BaseContext, 'db' | 'client' | 'book' | 'today'>,
): Promise<Reply<typeof contract.listInactiveFunds>> {
  const page = keysetPage({ query, defaultSort: 'lastGrant', keysetsOf: fundKeysets })
  const rules = rulesOf(context)
  if (rules === null) return { data: [], meta: { total: 0, next: null }, settings: null }
  const search = { view: query.view, reason: query.reason }
  const found = await listFundRows(context.db, rules, search, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  const { afterMonths, smallBalanceMinor } = rules.settings
  return {
    data: rows.map(row => fundResponse(row, context.client)),
    meta,
    settings: { afterMonths, smallBalanceMinor },
  }
}
