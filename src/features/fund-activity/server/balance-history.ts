import type { Given, Reply } from '../../../contract/endpoint.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type { getBalanceHistory } from '../fund-activity.contract.ts'
import { listDayChanges } from './fund-activity.queries.ts'
import { checkedRange } from './statement.ts'

/** Besides the balance at the end, each day tells what it began with, what came in and what was granted. */
const tells: readonly Permission[] = [
  'FUND_BEGINNING_BALANCE_VIEW',
  'FUND_CONTRIBUTION_VIEW',
  'FUND_DISTRIBUTION_VIEW',
]

/** The running balance after each day on which it changed; the last equals the statement's ending balance. */
export async function balanceHistory(
  { query }: Given<typeof getBalanceHistory>,
  { db, account, actor, today }: ContextOf<typeof getBalanceHistory>,
): Promise<Reply<typeof getBalanceHistory>> {
  if (!tells.every(action => actor.actions.has(action))) throw new Problem('not-found')
  const { beginningMinor, days } = await listDayChanges(db, account.accountId, checkedRange(query, today))
  let balanceMinor = beginningMinor
  return {
    beginningMinor,
    days: days.map(day => {
      balanceMinor += day.change_minor
      return {
        date: day.date,
        balanceMinor,
        contributionsMinor: day.contributions_minor,
        grantsMinor: day.grants_minor,
      }
    }),
  }
}
