import type { ReactNode } from 'react'
import { headingOf, type List, type ListColumn, type ListStyle } from '../../contract/list.ts'
import { formatDate, formatInstant, type IsoDate } from '../../domain/dates.ts'
import { formatMoney } from '../../domain/money.ts'
import type { Column } from '../ui/table/SortHeading.tsx'
import { Money } from '../ui/text/Money.tsx'
import { StatusChip } from '../ui/text/StatusChip.tsx'

/** Cells that look different, by column: a link, a button, a note below the value. `shown`: the value as the list shows it, with its sign. */
export type Cells<Row> = Readonly<Record<string, (row: Row, shown: ReactNode) => ReactNode>>

/** A column of a list as a column of the table. */
export function tableColumn<Row>(
  list: List<Row>,
  column: ListColumn<Row>,
  style: ListStyle,
  cells: Cells<Row>,
): Column<Row> {
  const { key, type, sortBy, isRowHeading, widthRem } = column
  return {
    key,
    heading: headingOf(column, style),
    cell: row => {
      const shown = cellOf(list, column, row, style)
      return cells[key] ? cells[key](row, shown) : shown
    },
    // A cell of its own may say more than the number, such as since when.
    isNumeric: type === 'money' || (type === 'number' && cells[key] === undefined),
    ...(sortBy === undefined ? {} : { sortBy }),
    ...(isRowHeading ? { isRowHeading } : {}),
    ...(widthRem === undefined ? {} : { widthRem }),
  }
}

/** The columns to show, with the sum of the amounts that are not shown (`rest`), where it is not zero in every row. */
export function withRest<Row>(
  { rest, columns: all }: List<Row>,
  shown: readonly ListColumn<Row>[],
  rows: readonly Row[],
  style: ListStyle,
): readonly ListColumn<Row>[] {
  if (rest === undefined) return shown
  const hidden = all.filter(({ key }) => rest.of.includes(key) && !shown.some(column => column.key === key))
  const sumOf = (row: Row) =>
    hidden.reduce(
      (sum, column) => sum + (column.type === 'money' ? (column.value(row, style) ?? 0n) : 0n),
      0n,
    )
  if (rows.every(row => sumOf(row) === 0n)) return shown
  const sum: ListColumn<Row> = { key: 'rest', heading: rest.heading, type: 'money', value: sumOf }
  return shown.flatMap(column => (column.key === rest.before ? [sum, column] : [column]))
}

/** The value of a column as plain text, such as the name of a row; empty where it has none. */
export function textOf<Row>(
  list: List<Row>,
  column: ListColumn<Row> | undefined,
  row: Row,
  style: ListStyle,
): string {
  const value = column?.value(row, style) ?? ''
  if (typeof value === 'bigint')
    return formatMoney(value, list.currencyOf?.(row) ?? style.currency, style.locale)
  return column === undefined ? '' : timeOf(column, value, style)
}

function cellOf<Row>(list: List<Row>, column: ListColumn<Row>, row: Row, style: ListStyle): ReactNode {
  const value = column.value(row, style)
  if (value === null) return null
  if (typeof value === 'bigint') {
    const currency = list.currencyOf?.(row)
    return <Money amountMinor={value} currency={currency ?? style.currency} symbol={currency !== undefined} />
  }
  const sign = column.sign?.(row) ?? null
  const text = timeOf(column, value, style)
  if (sign !== null) return <StatusChip sign={sign}>{text}</StatusChip>
  return column.type === 'date' ? <time dateTime={String(value)}>{text}</time> : text
}

function timeOf<Row>({ type }: ListColumn<Row>, value: string | number, style: ListStyle): string {
  // The declaration pairs `date` with an ISO date.
  if (type === 'date') return formatDate(value as IsoDate, style.locale, 'short')
  return type === 'instant' ? formatInstant(String(value), style) : String(value)
}
