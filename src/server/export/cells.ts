import { headingOf, type ListColumn, type ListStyle } from '../../contract/list.ts'

/** What a file's formats need to know of a column. */
export type FileColumn = { heading: string; type: ListColumn<never>['type']; widthCharacters: number }

export type Cell = string | number | bigint | null

const defaultWidths = { text: 30, number: 12, id: 14, money: 18, date: 14 } as const

export const fileColumnOf = <Row>(column: ListColumn<Row>, style: ListStyle): FileColumn => ({
  heading: column.fileHeading ?? headingOf(column, style),
  type: column.type,
  widthCharacters: column.fileWidth ?? defaultWidths[column.type],
})
