import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { Column } from '../../../web/ui/table/SortHeading.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { periodText } from '../domain/describe-terms.ts'
import { reasonsOf } from '../fee-charges.list.ts'
import type { FeeCharge } from '../fees.contract.ts'

type ChargeTableProps = { caption: string; charges: readonly FeeCharge[]; currency: Currency }

/** How the fee of each fund is computed. */
export function ChargeTable({ caption, charges, currency }: ChargeTableProps) {
  const { locale } = clientContext().clientSettings
  const money = (amountMinor: bigint) => <Money amountMinor={amountMinor} currency={currency} />
  // Only differences of earlier periods need both columns.
  const hasDifferences = charges.some(({ chargedBeforeMinor }) => chargedBeforeMinor !== 0n)
  const ofDifferences: Column<FeeCharge>[] = [
    {
      key: 'period',
      heading: 'Period',
      cell: row => periodText({ from: row.periodFrom, to: row.periodTo }, locale),
    },
    {
      key: 'before',
      heading: 'Charged before',
      isNumeric: true,
      cell: row => (row.chargedBeforeMinor === 0n ? null : money(row.chargedBeforeMinor)),
    },
    { key: 'due', heading: 'Charged now', isNumeric: true, cell: row => money(row.dueMinor) },
  ]
  return (
    <Table<FeeCharge>
      caption={caption}
      columns={[
        {
          key: 'account',
          heading: 'Account',
          isRowHeading: true,
          cell: row => (
            <div>
              {row.accountName}
              <Note>{row.fundId}</Note>
            </div>
          ),
        },
        { key: 'days', heading: 'Days', isNumeric: true, cell: row => row.baseDays.toLocaleString(locale) },
        { key: 'average', heading: 'Average balance', isNumeric: true, cell: row => money(row.averageMinor) },
        {
          key: 'fee',
          heading: 'Fee',
          isNumeric: true,
          cell: row => (
            <div>
              {money(row.feeMinor)}
              {reasonsOf(row).length === 0 ? null : <Note>{reasonsOf(row).join(', ')}</Note>}
            </div>
          ),
        },
        ...(hasDifferences ? ofDifferences : []),
      ]}
      rows={charges}
      rowKey={row => `${row.fundId} ${row.periodFrom}`}
      empty={{ text: '' }}
    />
  )
}
