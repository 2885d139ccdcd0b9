// biome-ignore-all lint/a11y/noRedundantRoles: on small screens `display` takes the roles of a table away in some browsers
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { SortHeading } from './SortHeading.tsx'
import styles from './Table.module.css'

export type Column<Row> = {
  key: string
  heading: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the right. */
  isNumeric?: boolean
  /** What sorting by this column is called in the address and the call, when it can be sorted; often the key. */
  sortBy?: string
  /** The cell that names its row; the first of a block on small screens. */
  isRowHeading?: boolean
  /** For columns of buttons, whose heading would say nothing to those who see it. */
  isHeadingHidden?: boolean
  widthRem?: number
  /** What stands in the foot under this column. */
  total?: ReactNode
}

type TableProps<Row> = {
  caption: string
  isCaptionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** `amount` is ascending, `-amount` descending, as in the address and the call (open-points 10). */
  sort?: string | undefined
  onSort?: (sort: string) => void
  /** What will appear here, and what to do to make it so. */
  empty: { text: ReactNode; action?: ReactNode }
  /** Where the header of the page stays in place, the heading sticks under it. */
  hasStickyHeading?: boolean
}

/**
 * A table for reading: one hairline a row, sort buttons in the heading, totals in the foot. Where its place is narrower than
 * 40 rem each row becomes a labelled block; the roles are written out because `display` would take them away.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, empty } = props
  if (rows.length === 0) {
    return (
      <div className={styles.empty}>
        <p>{empty.text}</p>
        {empty.action}
      </div>
    )
  }
  const hasTotals = columns.some(column => column.total !== undefined)
  return (
    <div className={styles.place}>
      <table
        role="table"
        className={classNames(styles.table, props.hasStickyHeading !== false && styles.sticky)}
      >
        <caption className={styles.caption}>
          {props.isCaptionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(column => (
              <SortHeading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(row => (
            <tr key={rowKey(row)} role="row">
              {columns.map(column => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
        {hasTotals ? <Totals columns={columns} /> : null}
      </table>
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = classNames(
    column.isNumeric && styles.numeric,
    column.isRowHeading && styles.rowHeading,
    column.isHeadingHidden && styles.actions,
  )
  if (column.isRowHeading) {
    return (
      <th scope="row" role="rowheader" className={className}>
        {column.cell(row)}
      </th>
    )
  }
  return (
    <td role="cell" data-label={column.isHeadingHidden ? undefined : column.heading} className={className}>
      {column.cell(row)}
    </td>
  )
}

function Totals<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        {columns.map(column => (
          <td
            key={column.key}
            role="cell"
            data-label={column.isNumeric ? `Total ${column.heading}` : undefined}
            className={classNames(
              column.isNumeric && styles.numeric,
              column.total === undefined && styles.blank,
            )}
          >
            {column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
