// biome-ignore-all lint/a11y/noRedundantRoles: on small screens `display` removes the roles of a table in some browsers

import { type MouseEvent, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import emptyStyles from './EmptyTable.module.css'
import type { Column } from './SortHeading.tsx'
import { SortHeading } from './SortHeading.tsx'
import styles from './Table.module.css'
import { TableBody } from './TableBody.tsx'
import printStyles from './TablePrint.module.css'

type TableProps<Row> = {
  caption: string
  /** Where a heading above the table says the same. */
  isCaptionHidden?: boolean
  /** The level of the caption as a heading; 2 by default. */
  captionLevel?: 2 | 3
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

/** Tables with more columns become blocks below 48 rem, and those with still more below 60 rem. */
const someColumns = 4
const manyColumns = 8
/** Pages with a table of more columns are printed in landscape, and one of still more in small text. */
const landscapeColumns = 6
const smallTextColumns = 9
/** Longer tables render only the rows near the visible part. */
const longTableRows = 200

/**
 * A table for reading: a hairline per row, sort buttons in the heading, totals in the footer. Where its container is narrower than
 * 40 rem, or 48 or 60 rem for more columns, each row becomes a labelled block; the roles are explicit because `display` would remove
 * them. A press anywhere in a row opens what its heading opens.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, empty } = props
  const captionId = useId()
  if (rows.length === 0) {
    return (
      <div className={emptyStyles.empty} data-empty>
        <p>{empty.text}</p>
        {empty.action}
      </div>
    )
  }
  const isLong = rows.length > longTableRows
  const CaptionHeading = `h${props.captionLevel ?? 2}` as const
  const printedColumns = columns.filter(({ isOnScreenOnly }) => !isOnScreenOnly).length
  const hasTotals = columns.some(column => column.total !== undefined)
  return (
    <div
      className={classNames(
        styles.container,
        printStyles.paper,
        columns.length > manyColumns ? styles.many : columns.length > someColumns && styles.some,
      )}
    >
      {/* Not in the table’s caption, where a role of the table allows no heading. */}
      {props.isCaptionHidden ? null : (
        <CaptionHeading id={captionId} className={styles.captionHeading}>
          {caption}
        </CaptionHeading>
      )}
      <table
        role="table"
        aria-labelledby={props.isCaptionHidden ? undefined : captionId}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
        className={classNames(
          styles.table,
          props.hasStickyHeading !== false && styles.sticky,
          columns.some(({ inNarrowRow }) => inNarrowRow) && styles.twoLines,
          printedColumns > landscapeColumns && printStyles.landscape,
          printedColumns > smallTextColumns && printStyles.smallText,
        )}
      >
        {props.isCaptionHidden ? (
          <caption className={styles.caption}>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
        ) : null}
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
            <tr key={rowKey(row)} role="row" aria-rowindex={index} onClick={openRow}>
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

/** What a press in a row leaves to the pressed element itself. */
const controls = 'a, button, input, select, textarea, label, summary, [popover], dialog'

/** Presses the link of the row's heading, in a new tab too, unless the press was on a control or ended a selection of text. */
function openRow(event: MouseEvent<HTMLTableRowElement>) {
  const { currentTarget: row, target } = event
  if (!(target instanceof Element) || !row.contains(target) || target.closest(controls) !== null) return
  if (window.getSelection()?.isCollapsed === false) return
  const { ctrlKey, metaKey, shiftKey } = event
  row
    .querySelector(':is(th, [data-opens-row]) :is(a, button)')
    ?.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
    )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = classNames(
    column.isNumeric && styles.numeric,
    column.isRowHeading && styles.rowHeading,
    column.isHeadingHidden && styles.actions,
    column.hasFields && styles.fields,
    column.isOnScreenOnly && printStyles.screenOnly,
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
      data-opens-row={column.opensRow}
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
              column.isOnScreenOnly && printStyles.screenOnly,
            )}
          >
            {column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
