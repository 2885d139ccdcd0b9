import type { Permission } from '../../../contract/permissions.ts'
import { type DateRange, formatDate, type IsoDate } from '../../../domain/dates.ts'

/** The history reveals the beginning balance, contributions and grants, so it needs their permissions too. */
export const balanceHistoryPermissions = [
  'FUND_ENDING_BALANCE_VIEW',
  'FUND_BEGINNING_BALANCE_VIEW',
  'FUND_CONTRIBUTION_VIEW',
  'FUND_DISTRIBUTION_VIEW',
] as const satisfies readonly Permission[]

type Day = {
  date: IsoDate
  balanceMinor: bigint
  contributionsMinor: bigint
  grantsMinor: bigint
  transfersInMinor: bigint
  transfersOutMinor: bigint
}
type BalanceHistory = { beginningMinor: bigint; days: readonly Day[] }

/** What the chart of a balance history shows: the balance over the range, and a mark for each contribution, grant and transfer. */
export const balanceChartOf = (history: BalanceHistory, range: DateRange, locale: string) => ({
  title: `Balance, ${formatDate(range.from, locale)} to ${formatDate(range.to, locale)}`,
  points: pointsOf(history, range),
  marks: marksOf(history),
})

/** A point for each day of change, and for the first and last day of the range. */
function pointsOf({ beginningMinor, days }: BalanceHistory, { from, to }: DateRange) {
  const last = days.at(-1)?.balanceMinor ?? beginningMinor
  const points = days.map(({ date, balanceMinor }) => ({ date, balanceMinor }))
  return [
    ...(points[0]?.date === from ? [] : [{ date: from, balanceMinor: beginningMinor }]),
    ...points,
    ...(points.at(-1)?.date === to ? [] : [{ date: to, balanceMinor: last }]),
  ]
}

const markRules = [
  { kind: 'contribution', title: 'received', changeOf: day => day.contributionsMinor },
  { kind: 'grant', title: 'paid', changeOf: day => day.grantsMinor },
  { kind: 'transfer', title: 'from another fund', changeOf: day => day.transfersInMinor },
  { kind: 'transfer', title: 'to another fund', changeOf: day => day.transfersOutMinor },
] as const satisfies { kind: string; title: string; changeOf: (day: Day) => bigint }[]

const marksOf = ({ days }: BalanceHistory) =>
  days.flatMap(day =>
    markRules
      .map(({ kind, title, changeOf }) => ({ date: day.date, kind, title, changeMinor: changeOf(day) }))
      .filter(mark => mark.changeMinor !== 0n),
  )
