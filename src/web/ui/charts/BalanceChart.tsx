import { useRef, useState } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'
import { formatDate } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { Button } from '../actions/Button.tsx'
import styles from './BalanceChart.module.css'
import { BalancePicture } from './BalancePicture.tsx'
import { BalanceTable } from './BalanceTable.tsx'
import type { BalanceMark, BalancePoint } from './balance-series.ts'
import { useWidth } from './use-width.ts'

type BalanceChartProps = {
  /** The title, with its range: 'Balance, 1 January to 20 November 2026'. */
  title: string
  currency: Currency
  /** In order of date. */
  points: readonly BalancePoint[]
  marks: readonly BalanceMark[]
}

/** The balance over a range, with contributions and grants marked, as a chart or a table (§12). */
export function BalanceChart({ title, currency, points, marks }: BalanceChartProps) {
  const { locale } = useLocale()
  const [isTable, setTable] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(container, 720)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null

  const describe = (point: BalancePoint) =>
    `${formatMoney(point.balanceMinor, currency, locale)} on ${formatDate(point.date, locale)}`
  const count = (kind: BalanceMark['kind']) => marks.filter(mark => mark.kind === kind).length
  const summary = `From ${describe(first)} to ${describe(last)}, with contributions: ${count('contribution')}, grants: ${count('grant')}.`

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
        <span className={styles.legend} aria-hidden="true">
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path className={styles.contribution} d="M6 1.5 11 10.5H1z" />
          </svg>
          Contribution
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <circle className={styles.grant} cx="6" cy="6" r="4" />
          </svg>
          Grant
        </span>
        <Button kind="text" onPress={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </figcaption>
      <div ref={container}>
        {isTable ? (
          <BalanceTable caption={title} currency={currency} points={points} marks={marks} />
        ) : (
          <BalancePicture
            title={title}
            summary={summary}
            widthPx={widthPx}
            currency={currency}
            points={points}
            marks={marks}
          />
        )}
      </div>
    </figure>
  )
}
