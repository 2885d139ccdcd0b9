import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { exportAccounts, searchAccounts } from '../../../features/accounts/accounts.contract.ts'
import { csv, type Example, example, fund, name } from './example.ts'

export const accountsExamples: readonly Example[] = [
  example(searchAccounts, { needs: 'USER_SS_VIEW', sent: () => ({}), contains: name }),
  example(exportAccounts, { needs: 'USER_SS_VIEW', sent: () => csv, contains: name }),
  example(getAccountOverview, { needs: 'ACCOUNT_DETAIL_VIEW', sent: fund, contains: name }),
]
