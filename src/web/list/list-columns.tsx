import type { ReactNode } from 'react'
import { headingOf, type List, type ListColumn, type ListStyle } from '../../contract/list.ts'
import { formatDate, type IsoDate } from '../../domain/dates.ts'
import type { Column } from '../ui/table/Table.tsx'
import { Money } from '../ui/text/Money.tsx'

/** Cells that look different from their value, by column: a link, a button, a note below. */
export type Cells<Row> = Readonly<Record<string, (row: Row) => ReactNode>>

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
    cell: cells[key] ?? (row => cellOf(list, column, row, style)),
    isNumeric: type === 'money',
    ...(sortBy === undefined ? {} : { sortBy }),
    ...(isRowHeading ? { isRowHeading } : {}),
    ...(widthRem === undefined ? {} : { widthRem }),
  }
}

function cellOf<Row>(list: List<Row>, column: ListColumn<Row>, row: Row, style: ListStyle): ReactNode {
  const value = column.value(row)
  if (value === null) return null
  if (typeof value === 'bigint') {
    const currency = list.currencyOf?.(row)
    return <Money amountMinor={value} currency={currency ?? style.currency} symbol={currency !== undefined} />
  }
  // The declaration pairs `date` with an ISO date.
  return column.type === 'date' ? formatDate(value as IsoDate, style.locale, 'short') : value
}
