import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type * as contract from '../posting-batches.contract.ts'
import type { BatchContext } from './batch-context.ts'
import { batchResponse } from './get-posting-batch.ts'
import { batchKeysets, listBatchRows } from './posting-batches.queries.ts'

type Query = HandlerInput<typeof contract.listPostingBatches>['query']

export async function listPostingBatches(
  { query }: { query: Pick<Query, 'first' | 'after' | 'sort' | 'keywords' | 'source'> },
  { db }: BatchContext,
): Promise<Reply<typeof contract.listPostingBatches>> {
  const page = keysetPage({ query, defaultSort: '-batchNumber', keysetsOf: batchKeysets })
  const found = await listBatchRows(db, { keywords: query.keywords, source: query.source ?? null }, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(batchResponse), meta }
}
