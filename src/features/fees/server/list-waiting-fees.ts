import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import type * as contract from '../fees.contract.ts'
import { listWaitingRows, waitingKeysets } from './charges.queries.ts'

type Query = HandlerInput<typeof contract.listWaitingFees>['query']

export async function listWaitingFees(
  { query }: { query: Pick<Query, 'first' | 'after' | 'sort' | 'keywords'> },
  { db, client }: BatchContext,
): Promise<Reply<typeof contract.listWaitingFees>> {
  const page = keysetPage({ query, defaultSort: 'fundId', keysetsOf: waitingKeysets })
  const found = await listWaitingRows(db, query.keywords, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return {
    data: rows.map(row => ({
      fundId: Number(row.fund_id),
      accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
      kind: row.kind,
      waitingMinor: row.minor,
      availableMinor: row.spendable_minor,
    })),
    meta,
  }
}
