import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import type * as contract from '../fee-write-offs.contract.ts'
import { listWriteOffRows, writeOffKeysets } from './write-offs.queries.ts'

export async function listFeeWriteOffs(
  { query }: HandlerInput<typeof contract.listFeeWriteOffs>,
  { db, client }: BatchContext,
): Promise<Reply<typeof contract.listFeeWriteOffs>> {
  const page = keysetPage({ query, defaultSort: '-writtenOffAt', keysetsOf: writeOffKeysets })
  const found = await listWriteOffRows(db, query.keywords, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return {
    data: rows.map(row => ({
      requestId: row.request_id,
      fundId: Number(row.fund_id),
      accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
      kind: row.kind,
      amountMinor: row.amount_minor,
      endedMinor: row.ended_minor,
      reason: row.reason,
      writtenOffAt: row.written_off_at.toISOString(),
      enteredByName: row.requested_by_name,
      confirmedByName: row.decided_by_name,
    })),
    meta,
  }
}
