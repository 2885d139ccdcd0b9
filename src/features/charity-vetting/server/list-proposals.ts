import type { Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../proposals.contract.ts'
import { listProposalsOf } from './proposals.queries.ts'
import { toResponse } from './proposals.ts'

export async function listProposals(
  _input: unknown,
  context: ContextOf<typeof contract.listProposals>,
): Promise<Reply<typeof contract.listProposals>> {
  const rows = await listProposalsOf(context.db, context.account.accountId)
  return { data: rows.map(row => toResponse(row, context)) }
}
