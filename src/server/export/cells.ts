import { headingOf, type ListColumn, type ListStyle } from '../../contract/list.ts'

/** What a file's formats need to know of a column. */
export type FileColumn = { heading: string; type: ListColumn<never>['type']; widthCharacters: number }

/** An instant is the date and the time in the client's time zone: `YYYY-MM-DD HH:MM:SS`. */
export type Cell = string | number | bigint | null

const defaultWidths = { text: 30, number: 12, id: 14, money: 18, date: 14, instant: 20 } as const

export const fileColumnOf = <Row>(column: ListColumn<Row>, style: ListStyle): FileColumn => ({
  // The time of a cell has no time zone of its own.
  heading: `${column.fileHeading ?? headingOf(column, style)}${column.type === 'instant' ? ` (${style.timeZone})` : ''}`,
  type: column.type,
  widthCharacters: column.fileWidth ?? defaultWidths[column.type],
})
