import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type { getBalanceHistory } from '../fund-activity.contract.ts'
import { validateRange } from './show-statement.ts'
import { listDayChanges } from './subtotals.queries.ts'

/** The history also reveals the beginning balance, contributions and grants, so it needs their permissions too. */
const requiredPermissions: readonly Permission[] = [
  'FUND_BEGINNING_BALANCE_VIEW',
  'FUND_CONTRIBUTION_VIEW',
  'FUND_DISTRIBUTION_VIEW',
]

/** The balance after each day on which it changed. The last one equals the statement's ending balance. */
export async function showBalanceHistory(
  { query }: HandlerInput<typeof getBalanceHistory>,
  { db, account, actor, today }: ContextOf<typeof getBalanceHistory>,
): Promise<Reply<typeof getBalanceHistory>> {
  if (!requiredPermissions.every(action => actor.actions.has(action))) throw new Problem('not-found')
  const { beginningMinor, days } = await listDayChanges(db, account.accountId, validateRange(query, today))
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
        transfersInMinor: day.transfers_in_minor,
        transfersOutMinor: day.transfers_out_minor,
      }
    }),
  }
}
