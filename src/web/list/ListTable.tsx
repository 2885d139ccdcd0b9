import type { ReactNode } from 'react'
import { headingOf, type List, type ListColumn } from '../../contract/list.ts'
import type { Currency } from '../../domain/money.ts'
import { clientContext } from '../client-context/client-context.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/actions/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Skeleton } from '../ui/progress/Skeleton.tsx'
import { Summary } from '../ui/sections/Summary.tsx'
import type { Column } from '../ui/table/SortHeading.tsx'
import { Table } from '../ui/table/Table.tsx'
import { ViewSelector } from '../ui/table/ViewSelector.tsx'
import { ExportButtons, type ExportList } from './ExportButtons.tsx'
import { FurtherFilters, KeywordFilter, type KeywordFilterProps } from './KeywordFilter.tsx'
import styles from './ListTable.module.css'
import { type Cells, tableColumn, textOf, withRest } from './list-columns.tsx'
import { printWhole } from './print-whole.ts'
import { SortSelect } from './SortSelect.tsx'
import { type RowKey, type Selection, selectionColumn } from './selection-column.tsx'
import { useChosenColumns } from './use-chosen-columns.ts'
import { type ListView, useWholeOnPaper } from './use-whole-on-paper.ts'

type ListTableProps<Row> = {
  list: List<Row>
  /** What the rows are, in the plural and in lower case: “accounts”. */
  what: string
  caption: string
  currency: Currency
  /** Absent until the first rows have loaded. */
  rows: readonly Row[] | undefined
  /** Shown in place of the table, below the filter, if there are no rows because they could not be loaded. */
  loadFailure?: ReactNode
  rowKey: (row: Row) => RowKey
  /** For a list without rows, unless its filter is why. */
  empty: { text: ReactNode; action?: ReactNode }
  cells?: Cells<Row>
  /** Columns of buttons and links, which are not part of the list's values. */
  actionsBefore?: readonly Column<Row>[]
  actionsAfter?: readonly Column<Row>[]
  /** Columns that say nothing about these rows. */
  leftOut?: readonly string[]
  sort?: string
  onSort?: (sort: string) => void
  filter?: KeywordFilterProps
  /** Choices of what the list shows, in the toolbar before the search; and what one of them opens, below the toolbar. */
  choices?: ReactNode
  opened?: ReactNode
  /** What the list is filtered by besides keywords, which paper has in place of the toolbar. */
  filteredBy?: ReactNode
  selection?: Selection & {
    /** What the selected rows amount to. */
    summary?: (selected: readonly Row[]) => ReactNode
    /** What can be done with them. */
    actions?: ReactNode
  }
  /** Where the table is narrow, a row is two lines: its name, and these columns. Absent: each column has a line. */
  narrowRow?: readonly string[]
  /** The number of rows shown, of how many. Absent: all. */
  view?: ListView
  onExport?: ExportList
  /** The chosen columns of a screen whose address holds its view; absent: they are stored on this device. */
  chosenColumns?: { keys: readonly string[] | null; onChange: (keys: readonly string[] | null) => void }
  hasStickyHeading?: boolean
}

/**
 * The table of a declared list: above it one toolbar with the filter by keywords, the choice of columns where the declaration offers
 * one, and the export of what is shown; sorting in the heading; below it the selected rows and the view selector.
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, what, filter, rows, view, onExport } = props
  const { locale, timeZone } = clientContext().clientSettings
  const possible = useColumns(list, props.leftOut ?? [])
  const { chosen, choose } = useChosenColumns(list, props.chosenColumns)
  const onPaper = useWholeOnPaper({
    rowCount: rows?.length,
    view,
    hasFailed: rows === undefined && Boolean(props.loadFailure),
  })
  const hasRows = rows !== undefined && rows.length > 0
  const hasChoice = hasRows && possible.some(({ onScreen }) => onScreen === 'chosen')
  return (
    <>
      <div className={styles.toolbar}>
        {props.choices}
        {filter ? <KeywordFilter {...filter} /> : null}
        {hasChoice ? (
          <ColumnChooser
            what={what}
            columns={possible
              .filter(column => !column.isRowHeading)
              .map(column => ({
                key: column.key,
                heading: headingOf(column, { locale, timeZone, currency: props.currency }),
              }))}
            chosen={chosen}
            onChoose={choose}
          />
        ) : null}
        {onExport && hasRows ? <ExportButtons what={what} onExport={onExport} locale={locale} /> : null}
      </div>
      {props.filteredBy ? <p className={styles.keywords}>{props.filteredBy}</p> : null}
      {filter ? <FurtherFilters {...filter} /> : null}
      {props.opened}
      {hasRows && props.narrowRow && props.onSort ? (
        <SortSelect
          name={`sort-${list.name}`}
          columns={possible}
          headingOf={column => headingOf(column, { locale, timeZone, currency: props.currency })}
          sort={props.sort ?? list.defaultSort}
          onSort={props.onSort}
        />
      ) : null}
      {rows ? (
        <Rows {...props} rows={rows} possible={possible} chosen={chosen} onPaper={onPaper} />
      ) : (
        (props.loadFailure ?? (
          <div className={styles.awaited}>
            <Skeleton shape="table" lines={6} label={`Loading the ${what}`} />
          </div>
        ))
      )}
    </>
  )
}

type RowsProps<Row> = ListTableProps<Row> & {
  rows: readonly Row[]
  /** The columns that this person may see, and the keys of those that are shown. */
  possible: readonly ListColumn<Row>[]
  chosen: ReadonlySet<string>
  onPaper: ReturnType<typeof useWholeOnPaper>
}

function Rows<Row>(props: RowsProps<Row>) {
  const { list, what, rows, rowKey, view, sort, onSort, selection, possible, chosen, onPaper } = props
  const { locale, timeZone } = clientContext().clientSettings
  const style = { locale, timeZone, currency: props.currency }
  const shown = possible.filter(column => column.isRowHeading || chosen.has(column.key))
  const columns = withRest(list, shown, rows, style).map(column =>
    tableColumn(list, column, style, props.cells ?? {}),
  )
  const nameOf = (row: Row) =>
    textOf(
      list,
      possible.find(column => column.isRowHeading),
      row,
      style,
    )
  return (
    <>
      <Table
        caption={props.caption}
        isCaptionHidden
        columns={[
          ...(selection
            ? [{ ...selectionColumn(selection, rows, { what, keyOf: rowKey, nameOf }), isOnScreenOnly: true }]
            : []),
          ...onScreenOnly(props.actionsBefore),
          ...columns.map(column => inNarrowRow(column, props.narrowRow)),
          ...onScreenOnly(props.actionsAfter),
        ]}
        rows={rows}
        rowKey={rowKey}
        sort={sort}
        {...(onSort ? { onSort } : {})}
        empty={emptyOf(props)}
        {...(props.hasStickyHeading === undefined ? {} : { hasStickyHeading: props.hasStickyHeading })}
      />
      {selection ? <SelectedRows {...props} rows={rows} selection={selection} /> : null}
      <div className={styles.foot}>
        {view ? <ViewSelector {...view} howToPrintAll={howToPrintAll(props)} /> : null}
        {view && onPaper.offersAll ? (
          <div className={styles.print}>
            <Button
              kind="text"
              isPending={onPaper.isLoading}
              pendingText="Loading all rows…"
              onPress={() => void printWhole()}
            >
              {printLabel(what, view.total)}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  )
}

const inNarrowRow = <Row,>(column: Column<Row>, keys: readonly string[] | undefined): Column<Row> =>
  keys === undefined || column.isRowHeading
    ? column
    : { ...column, inNarrowRow: keys.includes(column.key) ? 'right' : 'hidden' }

/** Buttons and links are of no use on paper. */
const onScreenOnly = <Row,>(columns: readonly Column<Row>[] = []): Column<Row>[] =>
  columns.map(column => ({ ...column, isOnScreenOnly: true }))

const printLabel = (what: string, total: number) => `Print all ${total.toLocaleString('en-US')} ${what}`

/** Printed below a list of which some rows were not loaded when the browser's menu printed it. */
function howToPrintAll<Row>({ what, view, onPaper, onExport }: RowsProps<Row>): string {
  if (view && onPaper.offersAll)
    return `To print all, choose “${printLabel(what, view.total)}” below the list.`
  return onExport ? 'An export of the list has all of them.' : ''
}

type ColumnChooserProps = {
  /** Names the choice to screen readers: “accounts”. */
  what: string
  columns: readonly { key: string; heading: string }[]
  chosen: ReadonlySet<string>
  onChoose: (key: string, isChosen: boolean) => void
}

/** Chooses the columns of a list; the one that names its rows is always shown. */
function ColumnChooser({ what, columns, chosen, onChoose }: ColumnChooserProps) {
  return (
    <details className={styles.chooser}>
      <Summary>Columns</Summary>
      <fieldset aria-label={`Columns of ${what}`} className={styles.choices}>
        {columns.map(({ key, heading }) => (
          <Checkbox
            key={key}
            name={`column-${key}`}
            value={chosen.has(key)}
            onChange={isChosen => onChoose(key, isChosen)}
          >
            {heading}
          </Checkbox>
        ))}
      </fieldset>
    </details>
  )
}

/** Says how many rows are selected, and deselects them. */
function SelectedRows<Row>({
  rows,
  rowKey,
  selection,
  what,
}: Pick<ListTableProps<Row>, 'rowKey' | 'what'> & {
  rows: readonly Row[]
  selection: NonNullable<ListTableProps<Row>['selection']>
}) {
  const selected = rows.filter(row => selection.keys.has(rowKey(row)))
  return (
    <div className={classNames(styles.selected, selected.length > 0 && styles.some)}>
      <p role="status">
        {selected.length === 0 ? null : (
          <>
            {selected.length} of {rows.length} {what} selected{selection.summary?.(selected)}.
          </>
        )}
      </p>
      {selected.length === 0 ? null : (
        <>
          {selection.actions}
          <Button kind="text" onPress={() => selection.onChange(new Set())}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  )
}

function emptyOf<Row>({ filter, what, empty }: ListTableProps<Row>): ListTableProps<Row>['empty'] {
  if (!filter || filter.searchedFor.trim() === '') return empty
  return {
    text: `No ${what} match “${filter.searchedFor}”.`,
    action: <Button onPress={() => filter.onChange('')}>Show all {what}</Button>,
  }
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
