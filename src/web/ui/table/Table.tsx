// biome-ignore-all lint/a11y/noRedundantRoles: on small screens `display` removes the roles of a table in some browsers

import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import type { Column } from './SortHeading.tsx'
import { SortHeading } from './SortHeading.tsx'
import styles from './Table.module.css'
import { TableBody } from './TableBody.tsx'

type TableProps<Row> = {
  caption: string
  isCaptionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** `amount` is ascending, `-amount` descending, as in the address and the call (§10). */
  sort?: string | undefined
  onSort?: (sort: string) => void
  /** What will appear here, and what to do to get there. */
  empty: { text: ReactNode; action?: ReactNode }
  /** Whether the heading sticks below the sticky header of the page. */
  hasStickyHeading?: boolean
}

/** Tables with more columns become blocks below 60 rem already. */
const manyColumns = 8
/** Pages with a table of more columns are printed in landscape, and one of still more in small text. */
const landscapeColumns = 6
const smallTextColumns = 9
/** Longer tables render only the rows near the visible part. */
const longTableRows = 200

/**
 * A table for reading: a hairline per row, sort buttons in the heading, totals in the footer. Where its container is narrower than
 * 40 rem, or 60 rem for many columns, each row becomes a labelled block; the roles are explicit because `display` would remove them.
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
  const isLong = rows.length > longTableRows
  const printedColumns = columns.filter(({ isOnScreenOnly }) => !isOnScreenOnly).length
  const hasTotals = columns.some(column => column.total !== undefined)
  return (
    <div className={classNames(styles.container, columns.length > manyColumns && styles.many)}>
      <table
        role="table"
        aria-rowcount={isLong ? rows.length + 1 : undefined}
        className={classNames(
          styles.table,
          props.hasStickyHeading !== false && styles.sticky,
          columns.some(({ inNarrowRow }) => inNarrowRow) && styles.twoLines,
          printedColumns > landscapeColumns && styles.landscape,
          printedColumns > smallTextColumns && styles.smallText,
        )}
      >
        <caption className={styles.caption}>
          {props.isCaptionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}
        </caption>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={isLong ? 1 : undefined}>
            {columns.map(column => (
              <SortHeading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <TableBody
          rows={rows}
          isLong={isLong}
          width={columns.length}
          renderRow={(row, index) => (
            <tr key={rowKey(row)} role="row" aria-rowindex={index}>
              {columns.map(column => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          )}
        />
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
    column.hasFields && styles.fields,
    column.isOnScreenOnly && styles.screenOnly,
    column.headingControl !== undefined && styles.controlCell,
    column.inNarrowRow === 'right' && styles.right,
    column.inNarrowRow === 'hidden' && styles.hidden,
  )
  if (column.isRowHeading) {
    return (
      <th scope="row" role="rowheader" className={className}>
        {column.cell(row)}
      </th>
    )
  }
  return (
    <td
      role="cell"
      data-label={column.isHeadingHidden || column.hasFields ? undefined : column.heading}
      className={className}
    >
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
              column.total === undefined && styles.emptyCell,
              column.isOnScreenOnly && styles.screenOnly,
            )}
          >
            {column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
