import * as z from 'zod/mini'
import type { DateRange } from '../../domain/dates.ts'
import type { Asking } from '../../web/api/ask-ahead.ts'
import { query, queryClient } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { optionalParam } from '../../web/routing/search-params.ts'
import { type CurrentAccount, historyStart } from '../../web/session/current-account.ts'
import { balanceQuery } from './balance-query.ts'
import { activityView } from './domain/activity-view.ts'
import { balanceHistoryPermissions } from './domain/balance-history.ts'
import { getStatement } from './fund-activity.contract.ts'

const activitySearch = z.object({
  range: optionalParam(z.string()),
  from: optionalParam(z.string()),
  to: optionalParam(z.string()),
  open: optionalParam(z.string()),
})

/** What the address shows of an account. */
export function activityViewAt(search: unknown, account: CurrentAccount) {
  const { clientSettings } = clientContext()
  const shown = z.parse(activitySearch, search)
  return activityView(shown, clientSettings.today, historyStart(account), clientSettings)
}

export const statementQuery = (fundId: number, range: DateRange) =>
  query(getStatement, { params: { fundId }, query: range })

/** What Fund Activity shows first. */
export const activityAsks: Asking['asks'] = ({ account, actions, search }) => {
  const { fundId } = account
  const { range } = activityViewAt(search, account)
  void queryClient.prefetchQuery(statementQuery(fundId, range))
  if (balanceHistoryPermissions.every(action => actions.includes(action)))
    void queryClient.prefetchQuery(balanceQuery(fundId, range))
}
