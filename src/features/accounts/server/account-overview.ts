import type { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { accountResponse } from './account-response.ts'
import { findAccount } from './accounts.queries.ts'

/** The overview bar's account: ending balance − pending grants − excluded assets = available, from one row. */
export async function accountOverview(
  _given: unknown,
  { db, client, book, account, actor }: ContextOf<typeof getAccountOverview>,
): Promise<Reply<typeof getAccountOverview>> {
  const row = await findAccount(db, account.accountId)
  if (!row) throw new Problem('not-found')
  const shown = accountResponse(row, { client, book, actor })
  return {
    ...shown,
    endingMinor: shown.total,
    pendingMinor: row.pending_minor,
    excludedMinor: row.excluded_minor,
    availableMinor: row.spendable_minor,
  }
}
