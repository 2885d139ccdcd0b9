import type { IsoDate } from '../../../domain/dates.ts'
import { minorPerUnit } from '../../../domain/money.ts'
import { type BalancePoint, balanceOn } from './balance-series.ts'
import { dateTicks, niceSteps } from './ticks.ts'
import type { ChartSize } from './use-chart-size.ts'

/** Lengths at a text size of 13 px; they grow with the text. */
const base = {
  textPx: 13,
  topPx: 12,
  /** On the right, for the labels of the grid lines. */
  gutterPx: 62,
  bottomPx: 28,
  heightPx: 240,
  narrowHeightPx: 190,
  narrowBelowPx: 480,
  /** The room that the label of a date needs. */
  datePx: 58,
}

/** Whole currency units as a number, for positions only: a position may be rounded, an amount may not. */
const units = (amountMinor: bigint) => Number(amountMinor / minorPerUnit)

const round = (px: number) => Math.round(px * 10) / 10

/** The coordinates of a chart of this width and text size, in pixels. */
export function balanceScales(points: readonly BalancePoint[], { widthPx, textPx }: ChartSize) {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  const textScale = textPx / base.textPx
  const isNarrow = widthPx < base.narrowBelowPx * textScale
  const heightPx = Math.round((isNarrow ? base.narrowHeightPx : base.heightPx) * textScale)
  const floorPx = heightPx - base.bottomPx * textScale
  const endPx = Math.round(widthPx - base.gutterPx * textScale)
  const topPx = base.topPx * textScale
  const dateLabels = Math.max(1, Math.min(isNarrow ? 3 : 6, Math.floor(endPx / (base.datePx * textScale))))
  const { steps, low, high } = niceSteps(...spanOf(points), isNarrow ? 3 : 4)
  const startMs = Date.parse(first.date)
  const spanMs = Math.max(1, Date.parse(last.date) - startMs)
  const x = (instantMs: number) => round(((instantMs - startMs) / spanMs) * endPx)
  const y = (value: number) => round(floorPx - ((value - low) / (high - low)) * (floorPx - topPx))
  const xOf = (date: IsoDate) => x(Date.parse(date))

  // Steps, because a balance holds until the day on which it changes; a slope would show values that never were.
  const drawn = points.map(point => `H${xOf(point.date)}V${y(units(point.balanceMinor))}`).join('')
  const linePath = `M0 ${y(units(first.balanceMinor))}${drawn}`
  return {
    widthPx,
    heightPx,
    textScale,
    xOf,
    yOf: (date: IsoDate) => y(units(balanceOn(points, date))),
    floorPx,
    endPx,
    linePath,
    // A filled area is read from zero: on an axis that starts elsewhere it would exaggerate each change.
    areaPath: low === 0 ? `${linePath}H${endPx}V${floorPx}H0Z` : null,
    amountTicks: steps.map(value => ({ value, yPx: y(value) })),
    dateTicks: dateTicks(first.date, last.date, dateLabels).map(date => ({
      date,
      xPx: x(date.getTime()),
    })),
  }
}

/** From zero, unless that would flatten the line near the top. */
function spanOf(points: readonly BalancePoint[]): [low: number, high: number] {
  const balances = points.map(point => units(point.balanceMinor))
  const lowest = Math.min(...balances)
  const highest = Math.max(...balances)
  const isHigh = highest > 0 && lowest / highest > 0.6 && highest > lowest
  const low = isHigh ? lowest - (highest - lowest) * 0.35 : Math.min(0, lowest)
  return [low, highest > low ? highest : low + 1]
}
