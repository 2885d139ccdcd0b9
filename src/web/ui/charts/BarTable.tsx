import type { ReactNode } from 'react'
import type { Currency } from '../../../domain/money.ts'
import { Table } from '../table/Table.tsx'
import { Money } from '../text/Money.tsx'
import styles from './BarTable.module.css'
import { hundredthsOf } from './hundredths.ts'

type BarRow = { key: string; label: ReactNode; amountMinor: bigint; note: string }

type BarTableProps = {
  caption: string
  isCaptionHidden?: boolean
  /** The heading of the labels: “Year”. */
  what: string
  noteHeading: string
  rows: readonly BarRow[]
  totalMinor: bigint
  currency: Currency
}

/** Amounts as a table and a picture in one: each row has a bar beside its figures, as long as its share of the longest. */
export function BarTable(props: BarTableProps) {
  const { caption, isCaptionHidden = false, what, noteHeading, rows, totalMinor, currency } = props
  const longest = rows.reduce((most, { amountMinor }) => (amountMinor > most ? amountMinor : most), 1n)
  return (
    <Table
      caption={caption}
      isCaptionHidden={isCaptionHidden}
      columns={[
        { key: 'label', heading: what, cell: row => row.label, isRowHeading: true, widthRem: 16 },
        {
          key: 'bar',
          heading: 'Chart',
          isHeadingHidden: true,
          cell: row => <Bar hundredths={hundredthsOf(row.amountMinor, longest)} />,
        },
        { key: 'note', heading: noteHeading, cell: row => row.note, widthRem: 5 },
        {
          key: 'amount',
          heading: `Amount (${currency})`,
          isNumeric: true,
          widthRem: 9,
          cell: row => <Money amountMinor={row.amountMinor} currency={currency} symbol={false} />,
          total: <Money amountMinor={totalMinor} currency={currency} />,
        },
      ]}
      rows={rows}
      rowKey={row => row.key}
      hasStickyHeading={false}
      empty={{ text: 'Nothing was paid in this range.' }}
    />
  )
}

function Bar({ hundredths }: { hundredths: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 10000 100" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.fill} width={hundredths} height="100" />
    </svg>
  )
}
