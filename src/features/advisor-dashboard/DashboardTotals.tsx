import type { ReactNode } from 'react'
import { countOf } from '../../domain/count-of.ts'
import type { Currency } from '../../domain/money.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { BarTable } from '../../web/ui/charts/BarTable.tsx'
import { hundredthsOf } from '../../web/ui/charts/hundredths.ts'
import { classNames } from '../../web/ui/class-names.ts'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { RareIcon } from '../../web/ui/RareIcon.tsx'
import { Summary } from '../../web/ui/sections/Summary.tsx'
import { Table } from '../../web/ui/table/Table.tsx'
import { Money } from '../../web/ui/text/Money.tsx'
import { Note } from '../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './AdvisorDashboard.module.css'
import type {
  DashboardPictures as Found,
  HouseholdTotal,
  MonthTotal,
  DashboardTotals as Totals,
} from './advisor-dashboard.contract.ts'

/** The totals of the filtered accounts, by currency. They load after the rows, in reserved space. */
export function TotalFigures({ totals }: { totals: readonly Totals[] | undefined }) {
  if (totals === undefined)
    return (
      <div className={classNames(styles.figures, styles.awaited)}>
        <Skeleton shape="text" lines={3} label="Loading the totals" />
      </div>
    )
  return totals.map(total => (
    <section key={total.currency} aria-label={`Totals in ${total.currency}`}>
      {totals.length > 1 ? <h2>Totals in {total.currency}</h2> : null}
      <Figures total={total} />
    </section>
  ))
}

/** Charts of the same accounts, each with its table. */
export function Charts({ found: { totals, households, months } }: { found: Found }) {
  return totals.map(({ currency, ...total }) => (
    <section key={currency} className={styles.charts} aria-label={`Charts in ${currency}`}>
      {totals.length > 1 ? <h2>In {currency}</h2> : null}
      <ByHousehold
        total={{ currency, ...total }}
        rows={households.filter(row => row.currency === currency)}
      />
      <ByMonth currency={currency} rows={months.filter(row => row.currency === currency)} />
    </section>
  ))
}

function Figures({ total }: { total: Totals }) {
  const { currency } = total
  const amount = (amountMinor: bigint) => <Money amountMinor={amountMinor} currency={currency} />
  return (
    <dl className={styles.figures}>
      <Figure
        term="Balance"
        value={amount(total.balanceMinor)}
        trend={trendOf(total.balanceMinor, total.balanceMinor - total.balanceChangeMinor)}
        since="this year"
      />
      <Figure term="Available" value={amount(total.availableMinor)}>
        {amount(total.pendingMinor)} pending
      </Figure>
      <Figure
        term="Contributed this year"
        value={amount(total.contributionsMinor)}
        trend={trendOf(total.contributionsMinor, total.contributionsBeforeMinor)}
        since={lastYear}
      />
      <Figure
        term="Granted this year"
        value={amount(total.grantsMinor)}
        trend={trendOf(total.grantsMinor, total.grantsBeforeMinor)}
        since={lastYear}
      />
      <Figure term="Waiting for you" value={total.waiting}>
        {total.waiting === 0 ? (
          'Nothing at present'
        ) : (
          <Link to={paths.advisorDashboard({ waiting: 'yes' })}>Show these accounts</Link>
        )}
      </Figure>
    </dl>
  )
}

const lastYear = (
  <>
    from last year<VisuallyHidden> until the same day</VisuallyHidden>
  </>
)

type FigureProps = {
  term: string
  value: ReactNode
  /** The change in percent; null where there is nothing to compare with. */
  trend?: number | null
  since?: ReactNode
  children?: ReactNode
}

function Figure({ term, value, trend = null, since, children }: FigureProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <span className={styles.figure}>{value}</span>
        {trend === null ? null : (
          <span className={styles.below}>
            {trend === 0 ? 'Unchanged' : <Change percent={trend} />} {since}
          </span>
        )}
        {children === undefined ? null : <span className={styles.below}>{children}</span>}
      </dd>
    </div>
  )
}

function Change({ percent }: { percent: number }) {
  const { locale } = clientContext().clientSettings
  return (
    <>
      <RareIcon name={percent > 0 ? 'arrow-up' : 'arrow-down'} className={styles.arrow} />
      <VisuallyHidden>{percent > 0 ? 'Up ' : 'Down '}</VisuallyHidden>
      {Math.abs(percent).toLocaleString(locale)}%
    </>
  )
}

/** The change from an amount in percent, to one decimal place; null from nothing. */
const trendOf = (amountMinor: bigint, beforeMinor: bigint): number | null =>
  beforeMinor <= 0n ? null : Number(((amountMinor - beforeMinor) * 1000n) / beforeMinor) / 10

function ByHousehold({ total, rows }: { total: Totals; rows: readonly HouseholdTotal[] }) {
  const { locale } = clientContext().clientSettings
  return (
    <>
      <h2>Assets by household</h2>
      <BarTable
        caption="Assets by household"
        isCaptionHidden
        what="Household"
        noteHeading="Share"
        rows={rows.map(({ household, accounts, balanceMinor }) => ({
          key: household?.householdId ?? 'none',
          label: (
            <div>
              {household?.name ?? 'No household'}
              <Note>{countOf(accounts, 'account', locale)}</Note>
            </div>
          ),
          amountMinor: balanceMinor,
          note: `${(hundredthsOf(balanceMinor, total.balanceMinor) / 100).toLocaleString(locale, { maximumFractionDigits: 1 })}%`,
        }))}
        totalMinor={total.balanceMinor}
        currency={total.currency}
      />
    </>
  )
}

/** The grants of each month as columns; last year’s are paler. The table has the same figures. */
function ByMonth({ currency, rows }: { currency: Currency; rows: readonly MonthTotal[] }) {
  const { locale, today } = clientContext().clientSettings
  const year = Number(today.slice(0, 4))
  const months = monthsOf(year - 1, today.slice(0, 7))
  const amountOf = (month: string) => rows.find(row => row.month === month)?.grantsMinor ?? 0n
  const largest = months.reduce((most, month) => (amountOf(month) > most ? amountOf(month) : most), 0n)
  const title = (month: string) =>
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${month}-01T00:00:00Z`),
    )
  return (
    <div className={styles.byMonth}>
      <h2>Grants by month</h2>
      <p className={styles.most} aria-hidden="true">
        <Money amountMinor={largest} currency={currency} />
      </p>
      <div className={styles.months} aria-hidden="true">
        {months.map(month => (
          <span
            key={month}
            className={month.startsWith(String(year)) ? undefined : styles.past}
            style={{ height: `${hundredthsOf(amountOf(month), largest) / 100}%` }}
          />
        ))}
      </div>
      <p
        className={styles.axis}
        aria-hidden="true"
        style={{ gridTemplateColumns: `12fr ${months.length - 12}fr` }}
      >
        <span>{year - 1}</span>
        <span>{year}</span>
      </p>
      <details>
        <Summary>Grants by month as a table</Summary>
        <Table
          caption="Grants by month"
          isCaptionHidden
          columns={[
            { key: 'month', heading: 'Month', isRowHeading: true, cell: (month: string) => title(month) },
            {
              key: 'grants',
              heading: 'Granted',
              isNumeric: true,
              cell: (month: string) => <Money amountMinor={amountOf(month)} currency={currency} />,
            },
          ]}
          rows={months}
          rowKey={month => month}
          empty={{ text: 'No grants.' }}
          hasStickyHeading={false}
        />
      </details>
    </div>
  )
}

/** `2025-01` … until this month. */
function monthsOf(firstYear: number, until: string): string[] {
  const months: string[] = []
  for (let index = 0; ; index += 1) {
    const month = `${firstYear + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
    if (month > until) return months
    months.push(month)
  }
}
