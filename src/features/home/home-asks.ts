import type { Asking } from '../../web/api/ask-ahead.ts'
import { query, queryClient } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { historyStart } from '../../web/session/current-account.ts'
import { balanceQuery } from '../fund-activity/balance-query.ts'
import { getHome } from './home.contract.ts'
import { yearUpTo } from './member/year-up-to.ts'

/** What the home page of a member shows first. */
export const homeAsks: Asking['asks'] = ({ account, actions }) => {
  const { fundId } = account
  const year = yearUpTo(clientContext().clientSettings.today, historyStart(account))
  void queryClient.prefetchQuery(query(getHome, { params: { fundId } }))
  if (actions.includes('FUND_ENDING_BALANCE_VIEW')) void queryClient.prefetchQuery(balanceQuery(fundId, year))
}
