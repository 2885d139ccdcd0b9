import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { isoDate } from '../../../domain/dates.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { planResponse } from '../../posting-batches/server/describe-plan.ts'
import { maxShown } from '../../posting-batches/server/plan-batch.ts'
import { findAccounts } from '../../posting-batches/server/posting-batches.queries.ts'
import type * as contract from '../fees.contract.ts'
import type { WorkedOut } from './charge-periods.ts'
import { chargeResponse, reducedHundredths } from './charge-response.ts'
import { planFeeRun } from './plan-fee-run.ts'

/** What a fee run would post, with the balances of now; nothing is stored. */
export async function checkFeeRun(
  { body }: HandlerInput<typeof contract.checkFeeRun>,
  context: BatchContext,
): Promise<Reply<typeof contract.checkFeeRun>> {
  const { db, client } = context
  const { period, charges, plan, input, arrearsMinor, creditsMinor, closedFunds } = await planFeeRun(
    db,
    body.data.attributes,
    context,
  )
  const own = charges.filter(charge => charge.period === period)
  const earlier = charges.filter(charge => charge.period !== period)
  const shown = [...earlier, ...own.toSorted((one, other) => Number(other.feeMinor - one.feeMinor))].slice(
    0,
    maxShown,
  )
  const names = new Map(
    (
      await findAccounts(
        db,
        shown.map(({ account }) => account.fundId),
      )
    ).map(row => [
      Number(row.fund_id),
      displayName(row.account_name, row.account_status, client.showsClosedStatus),
    ]),
  )
  return {
    ...(await planResponse(plan, input, context)),
    periodFrom: period.from,
    periodTo: period.to,
    feesMinor: sumOf(own, ({ dueMinor }) => dueMinor),
    differencesMinor: sumOf(earlier, ({ dueMinor }) => dueMinor),
    differences: earlier.length,
    atMinimum: own.filter(({ isMinimum }) => isMinimum).length,
    reduced: own.filter(charge => reducedHundredths(charge) > 0).length,
    termsFrom: isoDate(period.terms.from),
    ...{ arrearsMinor, creditsMinor, closedFunds },
    charges: shown.map((charge: WorkedOut) =>
      chargeResponse(charge, {
        fundId: charge.account.fundId,
        accountName: names.get(charge.account.fundId) ?? '',
      }),
    ),
  }
}

const sumOf = <T>(of: readonly T[], amountOf: (each: T) => bigint): bigint =>
  of.reduce((sum, each) => sum + amountOf(each), 0n)
