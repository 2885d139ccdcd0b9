import * as z from 'zod/mini'
import { charityId } from '../../../contract/wire.ts'
import { rangeView } from '../../../domain/range-view.ts'
import type { Asking } from '../../../web/api/ask-ahead.ts'
import { query, queryClient, queryList } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { type CurrentAccount, historyStart } from '../../../web/session/current-account.ts'
import { listGrants } from '../../grants/grants.contract.ts'
import { getFundCharity } from '../charity-list.contract.ts'
import { charitySearch, charityView } from './charity-view.ts'

export const fundCharityQuery = (fundId: number, id: string) =>
  query(getFundCharity, { params: { fundId, charityId: id } })

/** What the address shows of the grants to a charity. */
export function historyViewAt(search: unknown, charity: { charityId: string }, account: CurrentAccount) {
  const { clientSettings } = clientContext()
  const view = charityView(z.parse(charitySearch, search))
  const dates = rangeView(view.dates, clientSettings.today, historyStart(account), clientSettings)
  return { view, dates, shownGrants: { charityId: charity.charityId, ...dates.range, sort: view.sort } }
}

/** What the page of a charity shows first. */
export const charityAsks: Asking['asks'] = ({ account, params, search }) => {
  const { fundId } = account
  const id = z.safeParse(charityId, params.charityId)
  if (!id.success) return
  const { view, shownGrants } = historyViewAt(search, { charityId: id.data }, account)
  void queryClient.prefetchQuery(fundCharityQuery(fundId, id.data))
  void queryClient.prefetchQuery(queryList(listGrants, { params: { fundId }, query: shownGrants }, view.rows))
}
