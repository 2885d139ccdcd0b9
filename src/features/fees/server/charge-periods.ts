import type { Kysely } from 'kysely'
import type { FeePeriod } from '../../../clients/fee-schedules.ts'
import { daysBetween } from '../../../domain/averages.ts'
import type { DateRange, IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type DailyBalances, sumDailyBalances } from '../../ledger/server/daily-balances.queries.ts'
import { daysOfYear, type FeeBasis, feeOf, keptHundredths, type Reduction } from '../domain/fee.ts'
import { listCharged, listConfirmedReductions } from './fees.queries.ts'

export type ChargedAccount = { accountId: string; fundId: number; openedOn: IsoDate }

export type WorkedOut = FeeBasis & {
  account: ChargedAccount
  period: FeePeriod
  /** The first day whose balance counts. */
  baseFrom: IsoDate
  feeMinor: bigint
  isMinimum: boolean
  chargedBeforeMinor: bigint
  dueMinor: bigint
}

type Periods = {
  schedule: string
  accounts: readonly ChargedAccount[]
  current: FeePeriod
  /** Periods that were charged. */
  earlier: readonly FeePeriod[]
  /** Accounts with entries that were recorded since then, with the first day on which they count. */
  late: ReadonlyMap<string, IsoDate>
}

/**
 * What accounts owe for the current period, and the differences of earlier ones: the fee by the balances of now, less what was charged. An
 * earlier period keeps its terms and its reductions. A period whose fee was reversed as a single entry, or refused by the
 * account's status, is settled.
 */
export async function chargePeriods(
  db: Kysely<DB>,
  { schedule, accounts, current, earlier, late }: Periods,
): Promise<WorkedOut[]> {
  const pairs = accounts.flatMap(account => {
    const since = late.get(account.accountId)
    const changed = since === undefined ? [] : earlier.filter(({ baseTo }) => baseTo >= since)
    return [current, ...changed]
      .filter(({ baseTo }) => account.openedOn <= baseTo)
      .map(period => ({
        ...{ account, period },
        baseFrom: baseFromOf(period, account),
      }))
  })
  const balances = await sumDailyBalances(
    db,
    pairs.map(({ account, period, baseFrom }) => ({
      ...{ accountId: account.accountId, from: baseFrom, to: period.baseTo },
    })),
  )
  const charged = new Map(
    (
      await listCharged(db, schedule, {
        accountIds: accounts.map(({ accountId }) => accountId),
        periods: [current, ...earlier].map(({ from }) => from),
      })
    ).map(row => [`${row.account_id} ${row.period_from}`, row]),
  )
  const reductions = Map.groupBy(await listConfirmedReductions(db, schedule), each => each.account_id)
  return pairs.flatMap(({ account, period, baseFrom }, index) => {
    const before = charged.get(`${account.accountId} ${period.from}`)
    // Two people gave its fee back, or the account's status refused it: nothing is charged for it again, and no difference.
    if (before?.is_settled) return []
    const ofAccount = (reductions.get(account.accountId) ?? []).map(
      ({ starts_on: from, ends_on: to, hundredths }): Reduction => ({ from, to, hundredths }),
    )
    const days = chargedDays(period, baseFrom)
    const basis = basisOf(
      { period, baseFrom },
      balances[index],
      period === current || before === undefined ? keptHundredths(days, ofAccount) : before.kept_hundredths,
    )
    const { feeMinor, isMinimum } = feeOf(period.terms, basis)
    const chargedBeforeMinor = before?.due_minor ?? 0n
    const dueMinor = feeMinor - chargedBeforeMinor
    // A fund without a balance owes nothing; an earlier period without a difference is not charged again.
    const isNothing = period === current ? basis.balanceDaysMinor <= 0n && dueMinor === 0n : dueMinor === 0n
    return isNothing
      ? []
      : [{ ...basis, account, period, baseFrom, feeMinor, isMinimum, chargedBeforeMinor, dueMinor }]
  })
}

type OfAccount = {
  period: FeePeriod
  /** The first day whose balance counts. */
  baseFrom: IsoDate
}

/** The first day whose balance counts for an account. */
export const baseFromOf = (period: FeePeriod, { openedOn }: ChargedAccount): IsoDate =>
  openedOn > period.baseFrom ? openedOn : period.baseFrom

/** The days that an account is charged for: in arrears from the first whose balance counts. */
export const chargedDays = ({ from, to, terms }: FeePeriod, baseFrom: IsoDate): DateRange => ({
  from: terms.charged === 'in-arrears' ? baseFrom : from,
  to,
})

/** What the fee of an account is computed from. */
export function basisOf(
  { period, baseFrom }: OfAccount,
  balances: DailyBalances | undefined,
  kept: number,
): FeeBasis {
  const days = chargedDays(period, baseFrom)
  const { balanceDaysMinor = 0n, excludedDaysMinor = 0n } = balances ?? {}
  return {
    balanceDaysMinor:
      balanceDaysMinor - (period.terms.excludedAssets === 'included' ? 0n : excludedDaysMinor),
    baseDays: daysBetween(baseFrom, period.baseTo),
    chargedDays: daysBetween(days.from, days.to),
    yearDays: daysOfYear(period.from),
    keptHundredths: kept,
  }
}
