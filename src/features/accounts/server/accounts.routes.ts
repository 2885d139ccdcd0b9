import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { type Route, route } from '../../../server/http/route.ts'
import { exportAccounts, searchAccounts } from '../accounts.contract.ts'
import { exportFoundAccounts, showAccounts } from './search-accounts.ts'
import { showAccountOverview } from './show-account-overview.ts'

export const accountsRoutes: readonly Route[] = [
  route(searchAccounts, showAccounts),
  route(exportAccounts, exportFoundAccounts),
  route(getAccountOverview, showAccountOverview),
]
