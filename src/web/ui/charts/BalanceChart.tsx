import { useRef, useState } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'
import { formatDate } from '../../../domain/dates.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { Button } from '../actions/Button.tsx'
import styles from './BalanceChart.module.css'
import { BalancePicture } from './BalancePicture.tsx'
import { BalanceTable } from './BalanceTable.tsx'
import { type BalanceMark, type BalancePoint, markLabels } from './balance-series.ts'
import { MarkShape } from './MarkShape.tsx'
import { useChartSize } from './use-chart-size.ts'

type BalanceChartProps = {
  /** The title, with its range: 'Balance, 1 January to 20 November 2026'. */
  title: string
  currency: Currency
  /** In order of date. */
  points: readonly BalancePoint[]
  marks: readonly BalanceMark[]
}

const markKinds = keysOf(markLabels)

/** The balance over a range, with contributions, grants and transfers marked, as a chart or a table (§12). */
export function BalanceChart({ title, currency, points, marks }: BalanceChartProps) {
  const { locale } = useLocale()
  const [isTable, setTable] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLSpanElement>(null)
  const size = useChartSize(container, ruler)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null

  const describe = (point: BalancePoint) =>
    `${formatMoney(point.balanceMinor, currency, locale)} on ${formatDate(point.date, locale)}`
  const counts = markKinds
    .map(kind => ({ kind, count: marks.filter(mark => mark.kind === kind).length }))
    // Few funds have transfers, so the legend names only what the chart shows.
    .filter(({ kind, count }) => kind !== 'transfer' || count > 0)
  const counted = counts.map(({ kind, count }) => `${markLabels[kind].toLowerCase()}s: ${count}`).join(', ')
  const summary = `From ${describe(first)} to ${describe(last)}, with ${counted}.`

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
        <span className={styles.legend} aria-hidden="true">
          {counts.map(({ kind }) => (
            <span key={kind} className={styles.legendEntry}>
              <svg viewBox="-8 -8 16 16" aria-hidden="true">
                <MarkShape kind={kind} />
              </svg>
              {markLabels[kind]}
            </span>
          ))}
        </span>
        <Button kind="text" onPress={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </figcaption>
      <div ref={container} className={styles.container}>
        <span ref={ruler} className={styles.ruler} />
        {isTable ? (
          <BalanceTable caption={title} currency={currency} points={points} marks={marks} />
        ) : (
          <BalancePicture
            title={title}
            summary={summary}
            size={size}
            currency={currency}
            points={points}
            marks={marks}
          />
        )}
      </div>
    </figure>
  )
}
