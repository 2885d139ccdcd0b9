import type { IsoDate } from '../../../domain/dates.ts'

/** The balance at the end of a day, in minor units. */
export type BalancePoint = { date: IsoDate; balanceMinor: bigint }

/** Money between two funds is not a contribution: nobody gave it on that day. */
export const markLabels = {
  contribution: 'Contribution',
  grant: 'Grant',
  transfer: 'Transfer',
} as const
export type MarkKind = keyof typeof markLabels

/** A change of the balance that the chart marks, in minor units; negative for a grant and for a transfer to another fund. */
export type BalanceMark = {
  date: IsoDate
  kind: MarkKind
  changeMinor: bigint
  title: string
}

/** One row of the table view. */
export type BalanceRow = {
  key: string
  date: IsoDate
  what: string
  changeMinor: bigint | null
  balanceMinor: bigint
}

/** The balance at the end of a day: that of the last point up to it. Points are in order of date. */
export function balanceOn(points: readonly BalancePoint[], date: IsoDate): bigint {
  return (points.findLast(point => point.date <= date) ?? points[0])?.balanceMinor ?? 0n
}

/** The table view: the first and last day, the end of each month, and every mark. */
export function rowsOf(points: readonly BalancePoint[], marks: readonly BalanceMark[]): BalanceRow[] {
  const ends = points.filter((point, index) => {
    const next = points[index + 1]
    return index === 0 || next === undefined || next.date.slice(0, 7) !== point.date.slice(0, 7)
  })
  const rows: BalanceRow[] = [
    ...ends.map(point => ({ ...point, key: `balance ${point.date}`, what: 'Balance', changeMinor: null })),
    ...marks.map((mark, index) => ({
      key: `${mark.kind} ${index}`,
      date: mark.date,
      what: `${markLabels[mark.kind]}: ${mark.title}`,
      changeMinor: mark.changeMinor,
      balanceMinor: balanceOn(points, mark.date),
    })),
  ]
  // A day's transactions come before its closing balance.
  return rows.sort(
    (one, other) =>
      one.date.localeCompare(other.date) ||
      Number(one.changeMinor === null) - Number(other.changeMinor === null),
  )
}
