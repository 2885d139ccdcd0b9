import type { Book, Client } from '../../../clients/client.ts'
import type { Account } from '../../../contract/account-overview.contract.ts'
import { type Actor, isOpenTo } from '../../../server/auth/actor.ts'
import { displayName } from '../domain/account-name.ts'
import type { AccountRow } from './accounts.queries.ts'

/** An account as the API shows it: its total is all it holds, `available` what may be granted now (open-points 5). */
export function accountResponse(
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
    closedDate: row.closed_on,
    writeAccess: row.write_access && isOpenTo(row.account_status, actor),
  }
}
