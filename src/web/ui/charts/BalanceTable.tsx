import { useLocale } from 'react-aria-components/I18nProvider'
import { formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import type { Column } from '../table/SortHeading.tsx'
import { Table } from '../table/Table.tsx'
import { Money } from '../text/Money.tsx'
import { type BalanceMark, type BalancePoint, type BalanceRow, rowsOf } from './balance-series.ts'

type BalanceTableProps = {
  caption: string
  currency: Currency
  points: readonly BalancePoint[]
  marks: readonly BalanceMark[]
}

/** The data of the chart as a table. */
export function BalanceTable({ caption, currency, points, marks }: BalanceTableProps) {
  const { locale } = useLocale()
  return (
    <Table
      caption={caption}
      isCaptionHidden
      columns={columnsFor(currency, locale)}
      rows={rowsOf(points, marks)}
      rowKey={row => row.key}
      empty={{ text: 'No balance in this range.' }}
      hasStickyHeading={false}
    />
  )
}

function columnsFor(currency: Currency, locale: string): Column<BalanceRow>[] {
  return [
    { key: 'date', heading: 'Date', cell: row => formatDate(row.date, locale, 'short'), widthRem: 9 },
    { key: 'what', heading: 'Transaction', cell: row => row.what, isRowHeading: true },
    {
      key: 'change',
      heading: 'Amount',
      isNumeric: true,
      cell: row =>
        row.changeMinor === null ? null : (
          <Money amountMinor={row.changeMinor} currency={currency} symbol={false} />
        ),
    },
    {
      key: 'balance',
      heading: 'Balance',
      isNumeric: true,
      cell: row => <Money amountMinor={row.balanceMinor} currency={currency} symbol={false} />,
    },
  ]
}
