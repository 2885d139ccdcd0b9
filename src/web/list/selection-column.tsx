import { SelectRow } from '../ui/table/SelectRow.tsx'
import type { Column } from '../ui/table/SortHeading.tsx'

export type RowKey = string | number

/** Which rows are selected, by their keys. A key whose row is no longer in the list counts for nothing. */
export type Selection = { keys: ReadonlySet<RowKey>; onChange: (keys: ReadonlySet<RowKey>) => void }

/** The column of boxes by which rows are selected; the box in the heading selects all rows that the table has. */
export function selectionColumn<Row>(
  { keys, onChange }: Selection,
  rows: readonly Row[],
  { what, keyOf, nameOf }: { what: string; keyOf: (row: Row) => RowKey; nameOf: (row: Row) => string },
): Column<Row> {
  const selected = rows.filter(row => keys.has(keyOf(row))).length
  const select = (changed: readonly Row[], isSelected: boolean) => {
    const next = new Set(keys)
    for (const row of changed) {
      if (isSelected) next.add(keyOf(row))
      else next.delete(keyOf(row))
    }
    onChange(next)
  }
  return {
    key: 'select',
    heading: 'Select',
    widthRem: 2.5,
    headingControl: (
      <SelectRow
        label={`Select all ${what}`}
        isLabelShown
        isSelected={selected === rows.length}
        isPart={selected > 0 && selected < rows.length}
        onChange={isSelected => select(rows, isSelected)}
      />
    ),
    cell: row => (
      <SelectRow
        label={`Select ${nameOf(row)}`}
        isSelected={keys.has(keyOf(row))}
        onChange={isSelected => select([row], isSelected)}
      />
    ),
  }
}
