import type { Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../estate-cases.contract.ts'
import type { CaseContext } from './case-context.ts'
import { listCaseRows } from './cases.queries.ts'
import { briefOf } from './show-cases.ts'

export async function listCases(
  _input: unknown,
  { db, client }: CaseContext,
): Promise<Reply<typeof contract.listCases>> {
  const rows = await listCaseRows(db)
  return { data: rows.map(row => briefOf(row, client.timeZone)) }
}
