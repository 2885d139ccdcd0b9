import type { Kysely } from 'kysely'
import type { FeePeriod } from '../../../clients/fee-schedules.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { addDays, addMonths, type IsoDate, isoDate } from '../../../domain/dates.ts'
import { type FeeTerms, faultOfTerms, monthsOf } from '../../../domain/fee-terms.ts'
import type { DB } from '../../../server/db/schema.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { type DailyBalances, sumDailyBalances } from '../../ledger/server/daily-balances.queries.ts'
import { absolute } from '../../posting-batches/domain/posting-batch.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { findAccounts } from '../../posting-batches/server/posting-batches.queries.ts'
import { feeOf, keptHundredths, type Reduction } from '../domain/fee.ts'
import type * as contract from '../fee-terms.contract.ts'
import { baseFromOf, basisOf, type ChargedAccount, chargedDays } from './charge-periods.ts'
import { listConfirmedReductions, listRuns } from './fees.queries.ts'
import { accountsThatPay, earlierPeriod } from './plan-fee-run.ts'
import { findTermsState } from './waiting-terms.ts'

/** So many funds are named. */
const maxNamed = 10

/**
 * What the last charged period would have cost on other terms: its fees, with their reductions, by the balances as they are recorded now,
 * once on its own terms and once on these. It reads what a run of that one period reads; the balances twice where other days decide. Throws
 * `validation` for terms on which nothing could be charged, and `not-found`.
 */
export async function previewFeeTerms(
  { params, body }: HandlerInput<typeof contract.previewFeeTerms>,
  context: BatchContext,
): Promise<Reply<typeof contract.previewFeeTerms>> {
  const { db, book, client } = context
  const terms = body.data.attributes
  const { file } = await findTermsState(db, params.schedule, context)
  const fault = faultOfTerms(terms, undefined)
  if (fault) throw fieldProblem(fault.field, fault.advice)
  const run = (await listRuns(db, file.name)).findLast(({ state }) => state !== 'entered')
  if (!run) return { currency: book.currency, period: null }
  const period = earlierPeriod(run)
  const accounts = await accountsThatPay(db, file)
  const reductions = Map.groupBy(await listConfirmedReductions(db, file.name), each => each.account_id)
  const other = onTerms(period, terms)
  const paying = await balancesOf(db, period, accounts)
  const before = feesOf(period, paying, reductions)
  const isSameDays = other.baseFrom === period.baseFrom && other.baseTo === period.baseTo
  const after = feesOf(other, isSameDays ? paying : await balancesOf(db, other, accounts), reductions)
  const funds = accounts.flatMap(({ accountId, fundId }) => {
    const [beforeMinor, afterMinor] = [before.get(accountId) ?? 0n, after.get(accountId) ?? 0n]
    return beforeMinor === 0n && afterMinor === 0n
      ? []
      : [{ fundId, beforeMinor, afterMinor, changeMinor: afterMinor - beforeMinor }]
  })
  const largest = funds
    .filter(({ changeMinor }) => changeMinor !== 0n)
    .toSorted((one, other) =>
      absolute(one.changeMinor) === absolute(other.changeMinor)
        ? one.fundId - other.fundId
        : absolute(one.changeMinor) > absolute(other.changeMinor)
          ? -1
          : 1,
    )
    .slice(0, maxNamed)
  const found = await findAccounts(
    db,
    largest.map(({ fundId }) => fundId),
  )
  const nameOf = (fundId: number): string => {
    const row = found.find(each => Number(each.fund_id) === fundId)
    return row ? displayName(row.account_name, row.account_status, client.showsClosedStatus) : ''
  }
  const paysMore = funds.filter(({ changeMinor }) => changeMinor > 0n).length
  const paysLess = funds.filter(({ changeMinor }) => changeMinor < 0n).length
  return {
    currency: book.currency,
    period: {
      ...{ periodFrom: period.from, periodTo: period.to, termsFrom: isoDate(period.terms.from) },
      beforeMinor: funds.reduce((sum, { beforeMinor }) => sum + beforeMinor, 0n),
      afterMinor: funds.reduce((sum, { afterMinor }) => sum + afterMinor, 0n),
      ...{ paysMore, paysLess, paysTheSame: funds.length - paysMore - paysLess },
      largest: largest.map(({ fundId, beforeMinor, afterMinor }) => ({
        ...{ fundId, beforeMinor, afterMinor },
        accountName: nameOf(fundId),
      })),
    },
  }
}

/** The same days on other terms: charged in advance, the balances of as many months before them count. */
function onTerms({ from, to, chargedOn, terms: own }: FeePeriod, terms: FeeTerms): FeePeriod {
  const [baseFrom, baseTo] =
    terms.charged === 'in-advance' ? [addMonths(from, -monthsOf[own.every]), addDays(from, -1)] : [from, to]
  return { from, to, baseFrom, baseTo, chargedOn, terms }
}

type Reductions = ReadonlyMap<
  string,
  { starts_on: Reduction['from']; ends_on: Reduction['to']; hundredths: number }[]
>
type Paying = { accountId: string; baseFrom: IsoDate; balances: DailyBalances | undefined }

/** The balances of the accounts that pay for a period. */
async function balancesOf(
  db: Kysely<DB>,
  period: FeePeriod,
  accounts: readonly ChargedAccount[],
): Promise<Paying[]> {
  const paying = accounts
    .filter(({ openedOn }) => openedOn <= period.baseTo)
    .map(account => ({ accountId: account.accountId, baseFrom: baseFromOf(period, account) }))
  const balances = await sumDailyBalances(
    db,
    paying.map(({ accountId, baseFrom }) => ({ accountId, from: baseFrom, to: period.baseTo })),
  )
  return paying.map((each, index) => ({ ...each, balances: balances[index] }))
}

/** The fee of each account for a period, whatever was charged. */
const feesOf = (
  period: FeePeriod,
  paying: readonly Paying[],
  reductions: Reductions,
): ReadonlyMap<string, bigint> =>
  new Map(
    paying.map(({ accountId, baseFrom, balances }) => {
      const ofAccount = (reductions.get(accountId) ?? []).map(
        ({ starts_on: from, ends_on: to, hundredths }): Reduction => ({ from, to, hundredths }),
      )
      const kept = keptHundredths(chargedDays(period, baseFrom), ofAccount)
      return [accountId, feeOf(period.terms, basisOf({ period, baseFrom }, balances, kept)).feeMinor]
    }),
  )
