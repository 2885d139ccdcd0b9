import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { type Route, route } from '../../../server/http/route.ts'
import { searchAccounts } from '../accounts.contract.ts'
import { accountOverview } from './account-overview.ts'
import { accountsPage } from './accounts-page.ts'

export const accountsRoutes: readonly Route[] = [
  route(searchAccounts, accountsPage),
  route(getAccountOverview, accountOverview),
]
