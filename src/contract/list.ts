import * as z from 'zod/mini'
import type { Currency } from '../domain/money.ts'
import type { StatusSign } from '../domain/status-sign.ts'
import type { Permission } from './permissions.ts'
import { sortKey } from './wire.ts'

/** What a list's headings and values are shown in: the client's English and time zone, and the currency of its amounts. */
export type ListStyle = { locale: 'en-US' | 'en-GB'; currency: Currency; timeZone: string }

/**
 * The value of a cell. Money is in minor units, a date is `YYYY-MM-DD`, an instant is ISO 8601 in UTC; an id is a number that nobody
 * adds up.
 */
type Values = { text: string; number: number; id: number; money: bigint; date: string; instant: string }

type ColumnOf<Row, Type extends keyof Values> = {
  key: string
  heading: string | ((style: ListStyle) => string)
  /** Says how the value is aligned, formatted, and written to a file. */
  type: Type
  value: (row: Row, style: ListStyle) => Values[Type] | null
  /** The name by which the list is sorted, in the address and in the call, if it can be. */
  sortBy?: string
  /** The sign beside a status. */
  sign?: (row: Row) => StatusSign | null
  /** Names its row to screen readers, and heads the row's block on small screens. */
  isRowHeading?: boolean
  /** Where the column is shown: `first` from the start, `chosen` once the reader chooses it, `never` only in a file. */
  onScreen?: 'first' | 'chosen' | 'never'
  /** Left out of files. */
  isScreenOnly?: boolean
  /** The heading in a file, if it is another. */
  fileHeading?: string
  /** Needed besides the permission of the list. */
  permission?: Permission
  widthRem?: number
  /** In a file, in characters. */
  fileWidth?: number
}

export type ListColumn<Row> = {
  [Type in keyof Values]: ColumnOf<Row, Type>
}[keyof Values]

/**
 * A list, declared once: the table on the screen and the exported file are made from it. Cells of the screen may look different (a
 * link, a button), but show the same value.
 */
export type List<Row> = {
  /** Names the list where its chosen columns are stored on the device. */
  name: string
  columns: readonly ListColumn<Row>[]
  /** For a list whose rows may be in two currencies: each amount then shows its own. */
  currencyOf?: (row: Row) => Currency
  defaultSort: string
  /** Columns of amounts whose sum is part of the column `before`. What the reader has not chosen of them is summed before it, on the screen. */
  rest?: { heading: string; before: string; of: readonly string[] }
  /** The order of the columns in a file, if it is another than on the screen. */
  fileColumns?: readonly string[]
}

export const list = <Row>(declared: List<Row>): List<Row> => declared

export const headingOf = <Row>({ heading }: ListColumn<Row>, style: ListStyle): string =>
  typeof heading === 'string' ? heading : heading(style)

const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The query of an export: what the list is filtered and sorted by, without its paging. */
export const exportQuery = {
  format: z._default(z.enum(exportFormats), 'xlsx'),
  sort: z.optional(sortKey),
}

/** The columns of a file, in its order, that someone with these permissions may have. */
export function fileColumnsOf<Row>(
  { columns, fileColumns }: List<Row>,
  actions: ReadonlySet<Permission>,
): ListColumn<Row>[] {
  const permitted = columns.filter(
    column => !column.isScreenOnly && (column.permission === undefined || actions.has(column.permission)),
  )
  if (!fileColumns) return permitted
  return fileColumns.flatMap(key => permitted.filter(column => column.key === key))
}

/** The reply of an endpoint with `file`: what the handler writes, and never a part of the API's description. */
export const fileReply = z.custom<FileReply>()

/** A file that a handler replies with. */
export type FileReply = {
  name: string
  mediaType: string
  /** Null for a list that is too long to count. */
  totalRows: number | null
  /** How many rows are written, from which the size of the whole is estimated. */
  rowsWritten: () => number
  bytes: AsyncIterable<Uint8Array>
}

/** How many rows a file will have, which the browser shows before it has all of them. Absent for a list that is not counted. */
export const totalRowsHeader = 'x-total-rows'
/** How many bytes a file will have, by the size of its first rows. Absent where Content-Length says so exactly. */
export const expectedBytesHeader = 'x-expected-bytes'
