import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { findAccountRow } from '../../accounts/server/account-row.queries.ts'
import type * as contract from '../account-name.contract.ts'

/** The name as it is stored, with its revision. */
export async function getAccountName(
  _input: unknown,
  { db, account }: ContextOf<typeof contract.getAccountName>,
): Promise<Reply<typeof contract.getAccountName>> {
  const stored = await findAccountRow(db, account.accountId)
  if (!stored) throw new Problem('not-found')
  return { id: stored.account_id, accountName: stored.account_name, revision: stored.revision }
}
