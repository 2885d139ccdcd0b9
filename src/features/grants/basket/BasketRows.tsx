import { Table } from '../../../web/ui/table/Table.tsx'
import type { Basket, BasketRow } from '../drafts.contract.ts'
import { RowAmount } from './RowAmount.tsx'
import { RowCharity } from './RowCharity.tsx'
import { RowPurpose } from './RowPurpose.tsx'
import { useRow } from './use-row.ts'

type BasketRowsProps = { rows: readonly BasketRow[]; fundId: number; basket: Basket; emptyText: string }

/** The grants in one table. Each field is saved when it loses the focus; errors are shown below it. */
export function BasketRows({ rows, fundId, basket, emptyText }: BasketRowsProps) {
  const save = useRow(fundId)
  return (
    <Table
      caption={basket.source === 'file' ? 'Rows of the file' : 'Grants in the basket'}
      isCaptionHidden
      columns={[
        ...(basket.source === 'file'
          ? [{ key: 'row', heading: 'Row', widthRem: 4, cell: (row: BasketRow) => `${row.position}` }]
          : []),
        {
          key: 'charity',
          heading: 'Charity',
          isRowHeading: true,
          cell: row => <RowCharity row={row} save={save} isFile={basket.source === 'file'} />,
        },
        {
          key: 'purpose',
          heading: 'Purpose and naming',
          hasFields: true,
          cell: row => <RowPurpose row={row} save={save} />,
        },
        {
          key: 'amount',
          heading: 'Amount',
          widthRem: 11,
          hasFields: true,
          cell: row => <RowAmount row={row} save={save} />,
        },
      ]}
      rows={rows}
      rowKey={({ draftId }) => draftId}
      empty={{ text: emptyText }}
    />
  )
}
