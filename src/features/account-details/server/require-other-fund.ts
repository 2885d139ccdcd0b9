import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import { fieldProblem } from '../../../contract/problems.ts'

/** Another fund that can receive money of this one: it is active. Throws `validation` on this field otherwise. */
export function requireOtherFund<Account extends { account_id: string; account_status: AccountStatus }>(
  found: Account | undefined,
  accountId: string,
  field: string,
): Account {
  if (found?.account_status !== 'Active' || found.account_id === accountId)
    throw fieldProblem(field, 'Enter the account ID of another active fund')
  return found
}
