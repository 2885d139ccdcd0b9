import { useId } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'
import { formatDate } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import styles from './BalanceChart.module.css'
import { balanceScales } from './balance-scales.ts'
import { type BalanceMark, type BalancePoint, markLabels } from './balance-series.ts'
import { MarkShape } from './MarkShape.tsx'
import type { ChartSize } from './use-chart-size.ts'

type BalancePictureProps = {
  title: string
  summary: string
  size: ChartSize
  currency: Currency
  points: readonly BalancePoint[]
  marks: readonly BalanceMark[]
}

/** The chart. Its labels have the reader's text size, and everything else makes room for them. */
export function BalancePicture(props: BalancePictureProps) {
  const { title, summary, size, currency, points, marks } = props
  const { locale } = useLocale()
  const summaryId = useId()
  const scales = balanceScales(points, size)
  if (!scales) return null
  const { widthPx, heightPx, textScale, xOf, yOf, floorPx, endPx } = scales
  const compact = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 2,
  })
  const month = new Intl.DateTimeFormat(locale, tickStyle(points))

  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      role="img"
      aria-label={title}
      aria-describedby={summaryId}
    >
      <desc id={summaryId}>{summary}</desc>
      {scales.amountTicks.map(({ value, yPx }) => (
        <g key={value}>
          <line className={styles.rule} x1={0} x2={endPx} y1={yPx} y2={yPx} />
          <text className={styles.tick} x={widthPx} y={yPx + 4.5 * textScale} textAnchor="end">
            {compact.format(value)}
          </text>
        </g>
      ))}
      {scales.areaPath === null ? null : <path className={styles.area} d={scales.areaPath} />}
      <path className={styles.line} d={scales.linePath} />
      <line className={styles.floor} x1={0} x2={endPx} y1={floorPx} y2={floorPx} />
      {scales.dateTicks.map(({ date, xPx }) => (
        <text
          key={date.toISOString()}
          className={styles.tick}
          x={xPx}
          y={heightPx - 8 * textScale}
          textAnchor={xPx < 20 * textScale ? 'start' : 'middle'}
        >
          {month.format(date)}
        </text>
      ))}
      {marks.map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two transactions of a day may be equal
        <g key={index} transform={`translate(${xOf(mark.date)} ${yOf(mark.date)})`}>
          <title>{describeMark(mark, currency, locale)}</title>
          <MarkShape kind={mark.kind} />
        </g>
      ))}
    </svg>
  )
}

function describeMark({ date, kind, title, changeMinor }: BalanceMark, currency: Currency, locale: string) {
  const amountMinor = changeMinor < 0n ? -changeMinor : changeMinor
  const amount = formatMoney(amountMinor, currency, locale)
  return `${formatDate(date, locale)}, ${markLabels[kind].toLowerCase()}: ${title}, ${amount}`
}

/** Days for a short range, months for a year, years for a longer one. */
function tickStyle(points: readonly BalancePoint[]): Intl.DateTimeFormatOptions {
  const first = points[0]
  const last = points.at(-1)
  const days = first && last ? (Date.parse(last.date) - Date.parse(first.date)) / dayMs : 0
  if (days < 100) return { day: 'numeric', month: 'short', timeZone: 'UTC' }
  if (days < 800) return { month: 'short', timeZone: 'UTC' }
  return { year: 'numeric', timeZone: 'UTC' }
}
