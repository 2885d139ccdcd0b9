import type { IsoDate } from '../../../domain/dates.ts'
import type { ReadRow } from '../domain/batch-file.ts'
import { batchKindNames } from '../domain/posting-batch.ts'

// A million lines as objects take more than a gigabyte, and in columns some tens of megabytes. The columns are copied as they are from the
// thread that reads a file.

export type FileRow = ReadRow & { line: number }

/** Some lines. `kind`, `day` and `comment` are places in `batchKindNames`, `days` and `comments`; a comment is -1 where there is none. */
export type RowColumns = {
  length: number
  line: Int32Array
  fundId: Int32Array
  kind: Uint8Array
  day: Int32Array
  amountMinor: BigInt64Array
  comment: Int32Array
  days: IsoDate[]
  comments: string[]
}

/** So many lines are sent between threads at a time. */
const rowsPerPart = 10_000

export const rowAt = (part: RowColumns, at: number): FileRow => ({
  line: valueAt(part.line, at),
  fundId: valueAt(part.fundId, at),
  kind: valueAt(batchKindNames, valueAt(part.kind, at)),
  effectiveDate: valueAt(part.days, valueAt(part.day, at)),
  amountMinor: valueAt(part.amountMinor, at),
  comment: part.comment[at] === -1 ? null : valueAt(part.comments, valueAt(part.comment, at)),
})

function valueAt<T>(values: { readonly [index: number]: T }, at: number): T {
  const value = values[at]
  if (value === undefined) throw new Error('there is no such line')
  return value
}

/** Lines that are added one after another. */
export function growingColumns() {
  const parts: ReturnType<typeof partOf>[] = []
  let length = 0
  return {
    get length() {
      return length
    },
    add: (row: FileRow): void => {
      if (length % rowsPerPart === 0) parts.push(partOf(rowsPerPart))
      parts.at(-1)?.add(row)
      length += 1
    },
    /** The lines in the order of their accounts, and of one account in the order of the file, some at a time. */
    inOrder: function* (): Generator<RowColumns, void, void> {
      const order = new Float64Array(length)
      for (const [place, { columns }] of parts.entries())
        for (let at = 0; at < columns.length; at += 1)
          order[place * rowsPerPart + at] = valueAt(columns.fundId, at) * orderUnit + place * rowsPerPart + at
      order.sort()
      for (let from = 0; from < length; from += rowsPerPart) {
        const part = partOf(Math.min(rowsPerPart, length - from))
        for (const key of order.subarray(from, from + rowsPerPart)) {
          const index = key % orderUnit
          part.add(rowAt(valueAt(parts, Math.floor(index / rowsPerPart)).columns, index % rowsPerPart))
        }
        yield part.columns
      }
    },
  }
}
export type GrowingColumns = ReturnType<typeof growingColumns>

/** An account ID of eight digits and a place below this are exact in one number. */
const orderUnit = 10_000_000

function partOf(capacity: number): { columns: RowColumns; add(row: FileRow): void } {
  const columns: RowColumns = {
    length: 0,
    line: new Int32Array(capacity),
    fundId: new Int32Array(capacity),
    kind: new Uint8Array(capacity),
    day: new Int32Array(capacity),
    amountMinor: new BigInt64Array(capacity),
    comment: new Int32Array(capacity),
    days: [],
    comments: [],
  }
  const placeOfDay = placesIn(columns.days)
  const placeOfComment = placesIn(columns.comments)
  return {
    columns,
    add: ({ line, fundId, kind, effectiveDate, amountMinor, comment }) => {
      const at = columns.length
      columns.line[at] = line
      columns.fundId[at] = fundId
      columns.kind[at] = batchKindNames.indexOf(kind)
      columns.day[at] = placeOfDay(effectiveDate)
      columns.amountMinor[at] = amountMinor
      columns.comment[at] = comment === null ? -1 : placeOfComment(comment)
      columns.length += 1
    },
  }
}

/** Finds or adds a value in a list that has each once. */
function placesIn<T>(all: T[]): (value: T) => number {
  const places = new Map<T, number>()
  return value => {
    const known = places.get(value)
    if (known !== undefined) return known
    places.set(value, all.push(value) - 1)
    return all.length - 1
  }
}
