import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { averageOf, daysBetween } from '../../../domain/averages.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type * as contract from '../posting-batches.contract.ts'
import type { BatchContext } from './batch-context.ts'
import { lineKeysets, listLineRows } from './batch-lines.queries.ts'
import { divisionOf } from './get-posting-batch.ts'
import { type BatchRow, findBatch } from './posting-batches.queries.ts'

type Input = HandlerInput<typeof contract.listPostingBatchLines>

/** The lines of a batch in the order of its file. Throws `not-found`. */
export async function listPostingBatchLines(
  {
    params: { batchId },
    query,
  }: {
    params: Input['params']
    query: Pick<Input['query'], 'first' | 'after' | 'sort' | 'keywords' | 'state'>
  },
  { db, client }: BatchContext,
): Promise<Reply<typeof contract.listPostingBatchLines>> {
  const batch = await findBatch(db, batchId)
  if (!batch) throw new Problem('not-found')
  const days = daysOfDivision(batch)
  const page = keysetPage({ query, defaultSort: 'line', keysetsOf: lineKeysets })
  const search = { batchId, keywords: query.keywords, state: query.state ?? null }
  const found = await listLineRows(db, search, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return {
    data: rows.map(row => ({
      line: row.line,
      fundId: Number(row.fund_id),
      accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
      kind: row.kind,
      effectiveDate: row.effective_date,
      amountMinor: row.amount_minor,
      comment: row.comment,
      state: row.state,
      postedMinor: row.posted_minor,
      note: row.not_reversed ?? row.note,
      entryId: row.entry_id,
      transactionId: numberOf(row.transaction_id),
      postedOn: row.posted_on,
      reversalTransactionId: numberOf(row.reversal_transaction_id),
      basisMinor: days === null || row.weight === null ? null : averageOf(BigInt(row.weight), days),
      arrearsMinor: row.arrears_minor,
    })),
    meta,
  }
}

const numberOf = (transactionId: bigint | null) => (transactionId === null ? null : Number(transactionId))

/** The days whose balances divided a total; null for equal parts and for other batches. */
function daysOfDivision(batch: BatchRow): number | null {
  const division = divisionOf(batch)
  return division?.from && division.to ? daysBetween(division.from, division.to) : null
}
