import type { ReactNode } from 'react'
import { headingOf, type List, type ListColumn } from '../../contract/list.ts'
import type { Currency } from '../../domain/money.ts'
import { clientContext } from '../client-context/client-context.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { Skeleton } from '../ui/progress/Skeleton.tsx'
import type { Column } from '../ui/table/SortHeading.tsx'
import { Table } from '../ui/table/Table.tsx'
import { type View, ViewSelector } from '../ui/table/ViewSelector.tsx'
import { ExportButtons, type ExportList } from './ExportButtons.tsx'
import styles from './ListTable.module.css'
import { type Cells, tableColumn, textOf } from './list-columns.tsx'
import { type RowKey, type Selection, selectionColumn } from './selection-column.tsx'
import { useChosenColumns } from './use-chosen-columns.ts'

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
  selection?: Selection & {
    /** What the selected rows amount to. */
    summary?: (selected: readonly Row[]) => ReactNode
  }
  /** The number of rows shown, of how many. Absent: all. */
  view?: {
    value: View
    total: number
    isTotalExact?: boolean
    onChange: (view: View) => void
    firstRows?: number
  }
  onExport?: ExportList
  /** The chosen columns of a screen whose address holds its view; absent: they are stored on this device. */
  chosenColumns?: { keys: readonly string[] | null; onChange: (keys: readonly string[] | null) => void }
  hasStickyHeading?: boolean
}

/**
 * The table of a declared list: a filter by keywords, sorting in the heading, a choice of columns where the declaration offers one,
 * selected rows, the view selector, and the export of what is shown.
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { rows, what, filter } = props
  return (
    <>
      {filter ? <KeywordFilter {...filter} /> : null}
      {rows ? (
        <Rows {...props} rows={rows} />
      ) : (
        (props.loadFailure ?? <Skeleton shape="table" lines={6} label={`Loading the ${what}`} />)
      )}
    </>
  )
}

type KeywordFilterProps = {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  /** The keywords of the rows shown, which are those of some moments ago. */
  searchedFor: string
  autoFocus?: boolean
  /** Other filters of the list, below the keywords. */
  children?: ReactNode
}

/** Filters a list by keywords. The caller waits for the next key before it asks for rows (§9). */
function KeywordFilter({ name, label, value, onChange, autoFocus, children }: KeywordFilterProps) {
  return (
    <>
      <SearchField
        label={label}
        name={name}
        value={value}
        onChange={onChange}
        {...(autoFocus ? { autoFocus } : {})}
      />
      {children}
    </>
  )
}

function Rows<Row>(props: ListTableProps<Row> & { rows: readonly Row[] }) {
  const { list, what, rows, rowKey, view, onExport, sort, onSort, selection } = props
  const { locale, timeZone } = clientContext().clientSettings
  const style = { locale, timeZone, currency: props.currency }
  const possible = useColumns(list, props.leftOut ?? [])
  const { chosen, choose } = useChosenColumns(list, props.chosenColumns)
  const columns = possible
    .filter(column => column.isRowHeading || chosen.has(column.key))
    .map(column => tableColumn(list, column, style, props.cells ?? {}))
  const hasChoice = possible.some(({ onScreen }) => onScreen === 'chosen')
  const nameOf = (row: Row) =>
    textOf(
      list,
      possible.find(column => column.isRowHeading),
      row,
      style,
    )
  return (
    <>
      {hasChoice && rows.length > 0 ? (
        <ColumnChooser
          what={what}
          columns={possible
            .filter(column => !column.isRowHeading)
            .map(column => ({ key: column.key, heading: headingOf(column, style) }))}
          chosen={chosen}
          onChoose={choose}
        />
      ) : null}
      <Table
        caption={props.caption}
        isCaptionHidden
        columns={[
          ...(selection ? [selectionColumn(selection, rows, { what, keyOf: rowKey, nameOf })] : []),
          ...(props.actionsBefore ?? []),
          ...columns,
          ...(props.actionsAfter ?? []),
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
        {view ? <ViewSelector {...view} /> : null}
        {onExport && rows.length > 0 ? (
          <ExportButtons what={what} onExport={onExport} locale={locale} />
        ) : null}
      </div>
    </>
  )
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
      <summary>Columns</summary>
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
    <div className={styles.selected}>
      <p role="status">
        {selected.length === 0 ? null : (
          <>
            {selected.length} of {rows.length} {what} selected{selection.summary?.(selected)}.
          </>
        )}
      </p>
      {selected.length === 0 ? null : (
        <Button kind="text" onPress={() => selection.onChange(new Set())}>
          Clear selection
        </Button>
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
