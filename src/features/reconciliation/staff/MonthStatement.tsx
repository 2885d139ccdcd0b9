import { formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import type { MonthFigures } from '../bank-month.contract.ts'
import { bankItemLabel } from '../domain/bank-items.ts'

type Row = { key: string; label: string; items: number | null; amountMinor: bigint | null }
type MonthStatementProps = { figures: MonthFigures; currency: Currency }

/** Opening balance, what was booked, and closing balance; then what is outstanding. */
export function MonthStatement({ figures, currency }: MonthStatementProps) {
  const { locale } = clientContext().clientSettings
  const { opening, closing, booked, differenceMinor, outstanding } = figures
  const balance = (key: string, what: string, of: MonthFigures['opening']): Row => ({
    key,
    label: of === null ? `${what}: no statement` : `${what}, ${formatDate(of.on, locale, 'short')}`,
    items: null,
    amountMinor: of?.amountMinor ?? null,
  })
  const rows: Row[] = [
    balance('opening', 'Opening balance', opening),
    ...booked.map(({ kind, items, amountMinor }) => ({
      key: kind,
      label: bankItemLabel(kind, locale),
      items,
      amountMinor,
    })),
    ...(differenceMinor === null || differenceMinor === 0n
      ? []
      : [
          {
            key: 'difference',
            label: 'Difference: in no statement that we have',
            items: null,
            amountMinor: differenceMinor,
          },
        ]),
    balance('closing', 'Closing balance by the bank', closing),
  ]
  const outstandingMinor = outstanding.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const after: Row[] = [
    ...outstanding.map(({ kind, items, amountMinor, oldestOn }) => ({
      key: kind,
      label: `${bankItemLabel(kind, locale)}, since ${formatDate(oldestOn, locale, 'short')}`,
      items,
      amountMinor,
    })),
    ...(closing === null
      ? []
      : [
          {
            key: 'adjusted',
            label: 'Balance once all of it is booked',
            items: null,
            amountMinor: closing.amountMinor + outstandingMinor,
          },
        ]),
  ]
  const table = (caption: string, shown: Row[], empty: string) => (
    <Table<Row>
      caption={caption}
      columns={[
        { key: 'label', heading: 'Item', isRowHeading: true, cell: ({ label }) => label },
        {
          key: 'items',
          heading: 'Number',
          isNumeric: true,
          cell: ({ items }) => (items === null ? null : items.toLocaleString(locale)),
        },
        {
          key: 'amount',
          heading: 'Amount',
          isNumeric: true,
          cell: ({ amountMinor }) =>
            amountMinor === null ? null : <Money amountMinor={amountMinor} currency={currency} />,
        },
      ]}
      rows={shown}
      rowKey={({ key }) => key}
      empty={{ text: empty }}
    />
  )
  const hasStatement = opening !== null || closing !== null || booked.length > 0
  return (
    <>
      {hasStatement ? <section>{table('What the bank booked', rows, '')}</section> : null}
      {outstanding.length > 0 ? (
        <section>{table('Outstanding at the end of the month', after, '')}</section>
      ) : hasStatement ? (
        <p>Nothing is outstanding.</p>
      ) : null}
    </>
  )
}
