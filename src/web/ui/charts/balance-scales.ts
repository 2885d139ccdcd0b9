import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, line } from 'd3-shape'
import type { IsoDate } from '../../../domain/dates.ts'
import { minorPerUnit } from '../../../domain/money.ts'
import type { BalancePoint } from './balance-series.ts'

const topPx = 20
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

  const y = scaleLinear([base, highest === base ? base + 1 : highest], [floorPx, topPx]).nice(4)
  const x = scaleUtc([instant(first.date), instant(last.date)], [0, widthPx])
  const xOf = (date: IsoDate) => x(instant(date))
  const yOf = (amountMinor: bigint) => y(units(amountMinor))
  const across = (point: BalancePoint) => xOf(point.date)
  const up = (point: BalancePoint) => yOf(point.balanceMinor)
  return {
    xOf,
    yOf,
    floorPx,
    linePath: line(across, up)(points) ?? '',
    areaPath: area(across, floorPx, up)(points) ?? '',
    amountTicks: y.ticks(widthPx < 480 ? 3 : 4).map(value => ({ value, yPx: y(value) })),
    dateTicks: x.ticks(widthPx < 480 ? 3 : 6).map(date => ({ date, xPx: x(date) })),
  }
}
