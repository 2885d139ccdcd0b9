import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { searchAccounts } from '../../../features/accounts/accounts.contract.ts'
import {
  getFundCharity,
  listCharityList,
  searchCharities,
  setCharityList,
} from '../../../features/charities/charities.contract.ts'
import {
  getBalanceHistory,
  getSectionRows,
  getStatement,
} from '../../../features/fund-activity/fund-activity.contract.ts'
import { getHome } from '../../../features/home/home.contract.ts'
import { messageToDonor } from '../fixture.ts'
import { command, type Example, example, fund, name, range } from './example.ts'

export const fundExamples: readonly Example[] = [
  example(searchAccounts, { needs: 'USER_SS_VIEW', sent: () => ({}), contains: name }),
  example(getAccountOverview, { needs: 'ACCOUNT_DETAIL_VIEW', sent: fund, contains: name }),
  example(getHome, { needs: 'ACCOUNT_DETAIL_VIEW', sent: fund, contains: () => messageToDonor }),
  example(getStatement, {
    needs: 'FUND_ACTIVITY_VIEW',
    sent: about => ({ ...fund(about), query: range }),
    contains: () => '500070000',
  }),
  example(getSectionRows, {
    needs: 'FUND_ACTIVITY_VIEW',
    sent: ({ fundId }) => ({ params: { fundId, section: 11 }, query: range }),
    contains: about => about.charityId,
  }),
  example(getBalanceHistory, {
    needs: 'FUND_ENDING_BALANCE_VIEW',
    sent: about => ({ ...fund(about), query: range }),
    contains: () => '500070000',
  }),
  example(searchCharities, {
    needs: 'GRANT_VIEW',
    sent: ({ book }) => ({ query: { keywords: `matrix shelter ${book}` } }),
    contains: about => about.charityId,
  }),
  example(getFundCharity, {
    needs: 'FUND_AC_DETAIL_VIEW',
    sent: ({ fundId, charityId }) => ({ params: { fundId, charityId } }),
    contains: about => about.charityId,
  }),
  example(listCharityList, { needs: 'GRANT_VIEW', sent: fund, contains: about => about.charityId }),
  example(setCharityList, {
    needs: 'CHARITY_LIST_UPDATE',
    sent: about => ({ ...fund(about), body: command({ charityId: about.charityId, inCharityList: true }) }),
    contains: about => about.charityId,
  }),
]
