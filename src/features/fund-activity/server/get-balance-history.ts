import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../balance-history.contract.ts'
import { balanceHistoryPermissions } from '../domain/balance-history.ts'
import { validateRange } from './show-statement.ts'
import { listDayChanges } from './subtotals.queries.ts'

/** The balance after each day on which it changed. The last one equals the statement's ending balance. */
export async function getBalanceHistory(
  { query }: HandlerInput<typeof contract.getBalanceHistory>,
  { db, account, actor, today }: ContextOf<typeof contract.getBalanceHistory>,
): Promise<Reply<typeof contract.getBalanceHistory>> {
  if (!balanceHistoryPermissions.every(action => actor.actions.has(action))) throw new Problem('not-found')
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
