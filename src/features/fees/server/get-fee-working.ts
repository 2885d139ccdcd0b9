import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { roundHalfUp } from '../../../domain/averages.ts'
import { addDays } from '../../../domain/dates.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { tierParts } from '../domain/fee.ts'
import type * as contract from '../fees.contract.ts'
import type { WorkedCharge } from '../fees.contract.ts'
import { chargeResponse } from './charge-response.ts'
import { type ChargeRow, findPostedFee, listChargesOf } from './charges.queries.ts'
import { chargedOf } from './list-fee-charges.ts'
import { termsOf } from './stored-terms.ts'

/** How a fee was computed, behind its line. It says balances, so it needs their permission too. Throws `not-found`. */
export async function getFeeWorking(
  { params: { transactionId } }: HandlerInput<typeof contract.getFeeWorking>,
  { db, book, account, actor }: ContextOf<typeof contract.getFeeWorking>,
): Promise<Reply<typeof contract.getFeeWorking>> {
  if (!actor.actions.has('FUND_ENDING_BALANCE_VIEW')) throw new Problem('not-found')
  const posted = await findPostedFee(db, account.accountId, transactionId)
  if (!posted) throw new Problem('not-found')
  const rows = await listChargesOf(db, posted.batch_id, account.accountId)
  return {
    title: posted.title,
    currency: book.currency,
    charges: rows.map(workedCharge),
    arrearsMinor: posted.arrears_minor,
    amountMinor: posted.amount_minor,
    postedMinor: posted.posted_minor,
  }
}

function workedCharge(row: ChargeRow): WorkedCharge {
  const terms = termsOf(row)
  const charged = chargedOf(row)
  const {
    fundId: _fundId,
    accountName: _name,
    ...response
  } = chargeResponse(charged, {
    fundId: 0,
    accountName: '',
  })
  const baseDays = BigInt(row.base_days)
  return {
    ...response,
    baseFrom: row.base_from,
    baseTo: addDays(row.base_from, row.base_days - 1),
    excludedAssets: terms.excludedAssets,
    tiers: tierParts(terms.tiers, charged.balanceDaysMinor, row.base_days).map(
      ({ upToMinor, millionths, partDaysMinor }) => ({
        upToMinor,
        millionths,
        partMinor: roundHalfUp(partDaysMinor, baseDays),
        yearlyMinor: roundHalfUp(partDaysMinor * BigInt(millionths), baseDays * 1_000_000n),
      }),
    ),
    minimumPerYearMinor: terms.minimumPerYearMinor,
    chargedDays: row.charged_days,
    yearDays: row.year_days,
  }
}
