import type { Currency } from '../../domain/money.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import type { Column } from '../../web/ui/table/SortHeading.tsx'
import { Table } from '../../web/ui/table/Table.tsx'
import { Money } from '../../web/ui/text/Money.tsx'
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
      <div className={styles.totals}>
        <Skeleton shape="text" lines={2} label="Loading the totals" />
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
export function Pictures({ found: { totals, households, months } }: { found: Found }) {
  return totals.map(({ currency, ...total }) => (
    <section key={currency} className={styles.section}>
      <h2>{totals.length > 1 ? `Charts in ${currency}` : 'At a glance'}</h2>
      <div className={styles.columns}>
        <ByHousehold
          total={{ currency, ...total }}
          rows={households.filter(row => row.currency === currency)}
        />
        <ByMonth currency={currency} rows={months.filter(row => row.currency === currency)} />
      </div>
    </section>
  ))
}

function Figures({ total }: { total: Totals }) {
  const { currency } = total
  const amounts = [
    ['Balance', total.balanceMinor],
    ['Available', total.availableMinor],
    ['Contributed this year', total.contributionsMinor],
    ['Granted this year', total.grantsMinor],
    ['Pending grants', total.pendingMinor],
  ] as const
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Accounts</dt>
        <dd>{total.accounts.toLocaleString(clientContext().clientSettings.locale)}</dd>
      </div>
      {amounts.map(([term, amountMinor]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <Money amountMinor={amountMinor} currency={currency} />
          </dd>
        </div>
      ))}
      <div>
        <dt>Waiting for you</dt>
        <dd>{total.waiting}</dd>
      </div>
    </dl>
  )
}

const shareOf = (partMinor: bigint, wholeMinor: bigint): number =>
  wholeMinor <= 0n ? 0 : Math.max(0, Math.min(100, Number((partMinor * 10_000n) / wholeMinor) / 100))

/** The chart is a bar in each row of its table. */
function ByHousehold({ total, rows }: { total: Totals; rows: readonly HouseholdTotal[] }) {
  const largest = rows.reduce((most, { balanceMinor }) => (balanceMinor > most ? balanceMinor : most), 0n)
  const columns: Column<HouseholdTotal>[] = [
    {
      key: 'household',
      heading: 'Household',
      isRowHeading: true,
      cell: row => row.household?.name ?? 'No household',
    },
    { key: 'accounts', heading: 'Accounts', isNumeric: true, cell: row => row.accounts },
    {
      key: 'balance',
      heading: 'Balance',
      isNumeric: true,
      cell: row => <Money amountMinor={row.balanceMinor} currency={total.currency} />,
    },
    {
      key: 'share',
      heading: 'Share',
      cell: row => (
        <>
          {shareOf(row.balanceMinor, total.balanceMinor).toLocaleString(undefined, {
            maximumFractionDigits: 1,
          })}
          %
          <span className={styles.share} aria-hidden="true">
            <span style={{ width: `${shareOf(row.balanceMinor, largest)}%` }} />
          </span>
        </>
      ),
    },
  ]
  return (
    <div>
      <h3>Assets by household</h3>
      <Table
        caption="Assets by household"
        isCaptionHidden
        columns={columns}
        rows={rows}
        rowKey={row => row.household?.householdId ?? 'none'}
        empty={{ text: 'No accounts.' }}
        hasStickyHeading={false}
      />
    </div>
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
    <div>
      <h3>Grants by month</h3>
      <div className={styles.months} aria-hidden="true">
        {months.map(month => (
          <span
            key={month}
            className={month.startsWith(String(year)) ? undefined : styles.past}
            style={{ height: `${shareOf(amountOf(month), largest)}%` }}
          />
        ))}
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{title(months[0] ?? today.slice(0, 7))}</span>
        <span>{title(months.at(-1) ?? today.slice(0, 7))}</span>
      </p>
      <details>
        <summary>Grants by month as a table</summary>
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
