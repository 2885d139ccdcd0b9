import type { IsoDate } from '../../../domain/dates.ts'

/** The balance at the end of a day, in minor units. */
export type BalancePoint = { date: IsoDate; balanceMinor: bigint }

/** What moved it: a contribution or a grant, its amount positive, in minor units. */
export type BalanceMark = {
  date: IsoDate
  kind: 'contribution' | 'grant'
  amountMinor: bigint
  title: string
}

/** One line of the table beside the picture. */
export type BalanceRow = {
  key: string
  date: IsoDate
  what: string
  changeMinor: bigint | null
  balanceMinor: bigint
}

/** The balance that a day ended with: that of the last point up to it. Points are in order of date. */
export function balanceOn(points: readonly BalancePoint[], date: IsoDate): bigint {
  return (points.findLast(point => point.date <= date) ?? points[0])?.balanceMinor ?? 0n
}

/** The picture in words and figures: the first and last day, the end of each month, every contribution and grant. */
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
      what: `${mark.kind === 'grant' ? 'Grant' : 'Contribution'}: ${mark.title}`,
      changeMinor: mark.kind === 'grant' ? -mark.amountMinor : mark.amountMinor,
      balanceMinor: balanceOn(points, mark.date),
    })),
  ]
  // A day's movements stand before the balance that they led to.
  return rows.sort(
    (one, other) =>
      one.date.localeCompare(other.date) ||
      Number(one.changeMinor === null) - Number(other.changeMinor === null),
  )
}
