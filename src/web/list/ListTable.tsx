import { type ReactNode, useState } from 'react'
import { headingOf, type List, type ListColumn } from '../../contract/list.ts'
import type { Currency } from '../../domain/money.ts'
import { clientContext } from '../client-context/client-context.ts'
import { useSession } from '../session/session.ts'
import { type Column, Table } from '../ui/table/Table.tsx'
import { type View, ViewSelector } from '../ui/table/ViewSelector.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { ExportButtons, type ExportList } from './ExportButtons.tsx'
import styles from './ListTable.module.css'
import { type Cells, tableColumn } from './list-columns.tsx'

type ListTableProps<Row> = {
  list: List<Row>
  /** What the rows are, in the plural and in lower case: “accounts”. */
  what: string
  caption: string
  currency: Currency
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  empty: { text: ReactNode; action?: ReactNode }
  cells?: Cells<Row>
  /** Columns of buttons and links, which are not part of the list's values. */
  actionsBefore?: readonly Column<Row>[]
  actionsAfter?: readonly Column<Row>[]
  /** Columns that say nothing about these rows. */
  leftOut?: readonly string[]
  sort?: string
  onSort?: (sort: string) => void
  /** The number of rows shown, of how many. Absent: all. */
  view?: { value: View; total: number; isTotalExact?: boolean; onChange: (view: View) => void }
  onExport?: ExportList
  hasStickyHeading?: boolean
}

/**
 * The table of a declared list: sorting in the heading, a choice of columns where the declaration offers one, the view selector,
 * and the export of what is shown.
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, what, currency, cells = {}, rows, view, onExport, sort, onSort } = props
  const { locale } = clientContext().clientSettings
  const style = { locale, currency }
  const possible = useColumns(list, props.leftOut ?? [])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(list.columns.filter(column => (column.onScreen ?? 'first') === 'first').map(({ key }) => key)),
  )
  const columns = possible
    .filter(column => column.isRowHeading || chosen.has(column.key))
    .map(column => tableColumn(list, column, style, cells))
  const hasChoice = possible.some(({ onScreen }) => onScreen === 'chosen')
  return (
    <>
      {hasChoice && rows.length > 0 ? (
        <ColumnChooser
          what={what}
          columns={possible
            .filter(column => !column.isRowHeading)
            .map(column => ({ key: column.key, heading: headingOf(column, style) }))}
          chosen={chosen}
          onChange={setChosen}
        />
      ) : null}
      <Table
        caption={props.caption}
        isCaptionHidden
        columns={[...(props.actionsBefore ?? []), ...columns, ...(props.actionsAfter ?? [])]}
        rows={rows}
        rowKey={props.rowKey}
        sort={sort}
        {...(onSort ? { onSort } : {})}
        empty={props.empty}
        {...(props.hasStickyHeading === undefined ? {} : { hasStickyHeading: props.hasStickyHeading })}
      />
      <div className={styles.foot}>
        {view ? <ViewSelector {...view} /> : null}
        {onExport && rows.length > 0 ? (
          <ExportButtons what={what} onExport={onExport} locale={locale} />
        ) : null}
      </div>
    </>
  )
}

/** The columns that the screen may show this person. */
function useColumns<Row>(list: List<Row>, leftOut: readonly string[]): ListColumn<Row>[] {
  const session = useSession()
  const actions = session.state === 'signed-in' ? session.facts.actions : []
  return list.columns.filter(
    ({ key, onScreen, permission }) =>
      onScreen !== 'never' &&
      !leftOut.includes(key) &&
      (permission === undefined || actions.includes(permission)),
  )
}
