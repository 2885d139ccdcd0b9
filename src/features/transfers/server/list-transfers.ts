import type { Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../transfers.contract.ts'
import { listTransfersOf } from './transfers.queries.ts'
import { transferResponse } from './transfers.ts'

export async function listTransfers(
  _input: unknown,
  context: ContextOf<typeof contract.listTransfers>,
): Promise<Reply<typeof contract.listTransfers>> {
  const rows = await listTransfersOf(context.db, context.account.accountId)
  return { data: rows.map(row => transferResponse(row, context)) }
}
