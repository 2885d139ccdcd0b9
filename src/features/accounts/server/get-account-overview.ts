import type { Book, Client } from '../../../clients/client.ts'
import type * as contract from '../../../contract/account-overview.contract.ts'
import type { Account } from '../../../contract/account-overview.contract.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { type Actor, mayChange, sideOf } from '../../../server/auth/actor.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { displayName } from '../domain/account-name.ts'
import { type AccountRow, findAccount } from './accounts.queries.ts'

/** The account of the overview bar: available = ending balance − pending grants − excluded assets (§2.4). */
export async function getAccountOverview(
  _input: unknown,
  { db, client, book, account, actor }: ContextOf<typeof contract.getAccountOverview>,
): Promise<Reply<typeof contract.getAccountOverview>> {
  const row = await findAccount(db, account.accountId)
  if (!row) throw new Problem('not-found')
  const response = toResponse(row, { client, book, actor })
  return {
    ...response,
    side: sideOf(actor),
    endingMinor: response.total,
    pendingMinor: row.pending_minor,
    excludedMinor: row.excluded_minor,
    availableMinor: row.spendable_minor,
  }
}

/** `total` is everything that the account holds, `available` what can be granted now (§12). */
export function toResponse(
  row: AccountRow,
  { client, book, actor }: { client: Client; book: Book; actor: Actor },
): Account {
  return {
    id: row.account_id,
    fundId: Number(row.fund_id),
    accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
    accountStatus: row.account_status,
    organizationLegalName: row.organization_legal_name,
    donorName: row.donor_name,
    accountType: row.account_type,
    total: row.spendable_minor + row.excluded_minor + row.pending_minor,
    available: row.spendable_minor,
    currency: book.currency,
    openedDate: row.opened_on,
    enteredDate: row.entered_on,
    closedDate: row.closed_on,
    writeAccess: mayChange(row, actor),
    successionPlanTypeCode: row.succession_plan_type_code,
  }
}
