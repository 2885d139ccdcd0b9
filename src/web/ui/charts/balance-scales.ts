import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, line } from 'd3-shape'
import type { IsoDate } from '../../../domain/dates.ts'
import { minorPerUnit } from '../../../domain/money.ts'
import type { BalancePoint } from './balance-series.ts'

const topPx = 12
/** At the right, for the amounts of the rules. */
const gutterPx = 62
const bottomPx = 28

const instant = (date: IsoDate) => new Date(`${date}T00:00:00Z`)

/** Whole units as a number: a position on the screen may be rounded, an amount never is and never comes from here. */
const units = (amountMinor: bigint) => Number(amountMinor / minorPerUnit)

/** Where everything stands in a picture of this size; pixels. */
export function balanceScales(points: readonly BalancePoint[], widthPx: number, heightPx: number) {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  const balances = points.map(point => units(point.balanceMinor))
  const lowest = Math.min(...balances)
  const highest = Math.max(...balances)
  // From zero, unless the line would then be a flat one near the top.
  const base =
    highest > 0 && lowest / highest > 0.6 ? lowest - (highest - lowest) * 0.35 : Math.min(0, lowest)
  const floorPx = heightPx - bottomPx
  const endPx = widthPx - gutterPx

  const y = scaleLinear([base, highest === base ? base + 1 : highest], [floorPx, topPx]).nice(4)
  const x = scaleUtc([instant(first.date), instant(last.date)], [0, endPx])
  const xOf = (date: IsoDate) => x(instant(date))
  const across = (point: BalancePoint) => xOf(point.date)
  const up = (point: BalancePoint) => y(units(point.balanceMinor))
  return {
    xOf,
    yOf: (date: IsoDate) => heightOfLine(points, date, xOf, up),
    floorPx,
    endPx,
    linePath: line(across, up)(points) ?? '',
    areaPath: area(across, floorPx, up)(points) ?? '',
    amountTicks: y.ticks(widthPx < 480 ? 3 : 4).map(value => ({ value, yPx: y(value) })),
    dateTicks: x.ticks(widthPx < 480 ? 3 : 6).map(date => ({ date, xPx: x(date) })),
  }
}

/** Where the drawn line stands on a day: between two points it runs straight. */
function heightOfLine(
  points: readonly BalancePoint[],
  date: IsoDate,
  xOf: (date: IsoDate) => number,
  up: (point: BalancePoint) => number,
): number {
  const before = points.findLast(point => point.date <= date) ?? points[0]
  const after = points.find(point => point.date > date)
  if (!before) return 0
  if (!after || after === before) return up(before)
  const share = (xOf(date) - xOf(before.date)) / (xOf(after.date) - xOf(before.date))
  return up(before) + (up(after) - up(before)) * Math.max(0, share)
}
