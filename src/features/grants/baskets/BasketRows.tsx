import { useState } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import styles from './Basket.module.css'
import type { Basket, BasketRow } from './drafts.contract.ts'
import { RemoveRow, RowCharity } from './RowCharity.tsx'
import { RowNaming, RowPurpose } from './RowPurpose.tsx'
import { setTypedAmount } from './typed-amounts.ts'
import { type RowActions, useRow } from './use-row.ts'
import { useTyped } from './use-typed.ts'

type BasketRowsProps = { rows: readonly BasketRow[]; fundId: number; basket: Basket; emptyText: string }

/** The grants as the rows of a spreadsheet. Each field is saved when it loses the focus; errors are shown below it. */
export function BasketRows({ rows, fundId, basket, emptyText }: BasketRowsProps) {
  const save = useRow(fundId)
  const isFile = basket.source === 'file'
  return (
    <Table
      caption={isFile ? 'Rows of the file' : 'Grants in the basket'}
      isCaptionHidden
      columns={[
        ...(isFile
          ? [{ key: 'row', heading: 'Row', widthRem: 3, cell: (row: BasketRow) => `${row.position}` }]
          : []),
        {
          key: 'charity',
          heading: 'Charity',
          isRowHeading: true,
          cell: row => <RowCharity row={row} save={save} isFile={isFile} />,
        },
        {
          key: 'amount',
          heading: 'Amount',
          widthRem: 10,
          hasFields: true,
          cell: row => <RowAmount row={row} save={save} isFile={isFile} />,
        },
        {
          key: 'purpose',
          heading: 'Purpose',
          widthRem: 16,
          hasFields: true,
          cell: row => <RowPurpose row={row} save={save} />,
        },
        {
          key: 'naming',
          heading: 'What the charity sees',
          widthRem: 17,
          hasFields: true,
          cell: row => <RowNaming row={row} save={save} />,
        },
        {
          key: 'remove',
          heading: 'Remove',
          isHeadingHidden: true,
          isOnScreenOnly: true,
          cell: row => <RemoveRow row={row} save={save} />,
        },
      ]}
      rows={rows}
      rowKey={({ draftId }) => draftId}
      empty={{ text: emptyText }}
    />
  )
}

/**
 * The amount of a row. The total below the table is updated while it is typed. A gathered grant begins without one: that is an error
 * once the field was left, and at once in a file.
 */
function RowAmount({ row, save, isFile }: { row: BasketRow; save: RowActions; isFile: boolean }) {
  const { wholeUnitsOnly } = clientContext().clientSettings
  const { currentDbHeader: currency } = clientContext()
  const { content, errors, draftId } = row
  const [amountMinor, setAmount] = useTyped(content.amountMinor)
  const [wasLeft, setLeft] = useState(false)
  const showsErrors = isFile || wasLeft || content.amountMinor !== null
  return (
    <div className={styles.field}>
      <MoneyField
        label="Amount"
        name={`amount-${draftId}`}
        currency={currency}
        maxMinor={maxAmountMinor()}
        wholeUnits={wholeUnitsOnly}
        value={amountMinor}
        onChange={typed => {
          setAmount(typed)
          setTypedAmount(draftId, (typed ?? 0n) - (content.amountMinor ?? 0n))
        }}
        onBlur={() => {
          setLeft(true)
          if (amountMinor === content.amountMinor) return
          const given = content.given === null ? null : { ...content.given, amount: '' }
          void save.change(row, { amountMinor, given }).then(() => setTypedAmount(draftId, 0n))
        }}
        errors={
          showsErrors
            ? errors.filter(({ field }) => field === 'amountMinor').map(({ message }) => message)
            : []
        }
      />
    </div>
  )
}
