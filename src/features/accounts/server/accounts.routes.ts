import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { type Route, route } from '../../../server/http/route.ts'
import { exportAccounts, searchAccounts } from '../accounts.contract.ts'
import { exportFoundAccounts, showAccountOverview, showAccounts } from './show-accounts.ts'

export const accountsRoutes: readonly Route[] = [
  route(searchAccounts, showAccounts),
  route(exportAccounts, exportFoundAccounts),
  route(getAccountOverview, showAccountOverview),
]
