import * as accountOverviewContract from '../../../contract/account-overview.contract.ts'
import { type Route, route } from '../../../server/http/route.ts'
import * as accountsContract from '../accounts.contract.ts'
import { exportAccounts } from './export-accounts.ts'
import { getAccountOverview } from './get-account-overview.ts'
import { searchAccounts } from './search-accounts.ts'

export const accountsRoutes: readonly Route[] = [
  route(accountsContract.searchAccounts, searchAccounts),
  route(accountsContract.exportAccounts, exportAccounts),
  route(accountOverviewContract.getAccountOverview, getAccountOverview),
]
