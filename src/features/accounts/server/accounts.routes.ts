import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { type Route, route } from '../../../server/http/route.ts'
import { searchAccounts } from '../accounts.contract.ts'
import { showAccountOverview, showAccounts } from './show-accounts.ts'

export const accountsRoutes: readonly Route[] = [
  route(searchAccounts, showAccounts),
  route(getAccountOverview, showAccountOverview),
]
