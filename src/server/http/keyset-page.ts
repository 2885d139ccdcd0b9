import * as z from 'zod/mini'
import { fieldProblem, type Problem } from '../../contract/problems.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { isPosition, type Keyset, type Position, valuesOf } from '../db/keyset.queries.ts'

/** A page of a sorted list, as a query needs it. */
export type KeysetPage = {
  first: number
  keyset: Keyset
  /** The position of the last row of the page before; null for the first page. */
  after: readonly string[] | null
  /** How many rows the whole list has, counted for the first page. */
  countedTotal: number | null
  /** Whether that is all of them, or at least this many. */
  isTotalExact: boolean
  /** How many rows the pages before had. */
  before: number
}

/**
 * `s`: the sort order, `k`: the position of the last row, `n`: how many rows there are up to it, `t`: the total, `m`: there are more
 * than it says.
 */
const cursor = z.object({
  s: z.string(),
  k: z.array(z.string()),
  n: z.int().check(z.minimum(0)),
  t: z.int().check(z.minimum(0)),
  m: z.optional(z.literal(true)),
})

type ListInput<Order extends string> = {
  query: { first: number; after?: string | undefined; sort?: string | undefined }
  defaultSort: Order | `-${Order}`
  keysetsOf: Readonly<Record<Order, Keyset['keys']>>
}

/**
 * The page that a list's query asks for. Cursors are opaque to callers (§10). They contain the position of the last row, so that a
 * page costs the same wherever it is, and rows that come or go meanwhile move no other row over a page's edge.
 *
 * @throws Problem validation on `sort` for an unknown column, on `after` for a cursor of another list or order.
 */
export function keysetPage<Order extends string>({
  query,
  defaultSort,
  keysetsOf,
}: ListInput<Order>): KeysetPage & { order: Order } {
  const sort = query.sort ?? defaultSort
  const orders = keysOf(keysetsOf)
  const order = orders.find(name => name === sort.replace(/^-/, ''))
  if (order === undefined) throw fieldProblem('sort', `Sort by one of ${orders.join(', ')}`)
  const keyset = { keys: keysetsOf[order], descending: sort.startsWith('-') }
  const page = { first: query.first, keyset, order }
  if (query.after === undefined)
    return { ...page, after: null, countedTotal: null, isTotalExact: true, before: 0 }
  const read = cursor.safeParse(jsonOf(query.after))
  if (!read.success || read.data.s !== sort || !isPosition(keyset, read.data.k)) throw invalidCursor()
  const { k, t, m, n } = read.data
  return { ...page, after: k, countedTotal: t, isTotalExact: m === undefined, before: n }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** The page of rows that are sorted in memory, such as those of a list whose order the database does not know. */
export function pageInMemory<Row>(
  page: KeysetPage & { order: string },
  sorted: readonly Row[],
  keyOf: (row: Row) => string,
): { rows: Row[]; meta: { total: number; next: string | null } } {
  const [after = null] = page.after ?? []
  const start = after === null ? 0 : sorted.findIndex(row => isAfter(keyOf(row), after, page.keyset))
  const found = start === -1 ? [] : sorted.slice(start, start + page.first + 1)
  return split(page, found, sorted.length, row => [keyOf(row)])
}

function isAfter(key: string, position: string, { keys, descending }: Keyset): boolean {
  const [after, before] = keys[0]?.type === 'text' ? [key, position] : [Number(key), Number(position)]
  return descending ? after < before : after > before
}

/** Splits what a query read, which is one row more than the page has if there are more, into the page and its `meta`. */
export function splitPage<Row extends { keyset: Position }>(
  page: KeysetPage & { order: string },
  found: readonly Row[],
  total: number,
): { rows: Row[]; meta: { total: number; next: string | null } } {
  return split(page, found, total, row => valuesOf(row.keyset))
}

function split<Row>(
  page: KeysetPage & { order: string },
  found: readonly Row[],
  total: number,
  positionOf: (row: Row) => string[],
): { rows: Row[]; meta: { total: number; next: string | null } } {
  const rows = found.slice(0, page.first)
  const last = rows.at(-1)
  if (!last || found.length <= page.first) return { rows, meta: { total, next: null } }
  const s = `${page.keyset.descending ? '-' : ''}${page.order}`
  const position: z.infer<typeof cursor> = {
    s,
    k: positionOf(last),
    n: page.before + rows.length,
    t: total,
    ...(page.isTotalExact ? {} : { m: true }),
  }
  return { rows, meta: { total, next: Buffer.from(JSON.stringify(position)).toString('base64url') } }
}

/** One list of the rows of several sources, each in the page's order, and no longer than the page with one row more. */
export function mergeRows<Row extends { keyset: Position }>(
  lists: readonly Row[][],
  { keyset, first }: Pick<KeysetPage, 'keyset' | 'first'>,
): Row[] {
  if (lists.length === 1) return lists[0] ?? []
  const direction = keyset.descending ? -1 : 1
  return lists
    .flat()
    .map(row => ({ row, position: valuesOf(row.keyset) }))
    .sort((one, other) => direction * comparePositions(keyset, one.position, other.position))
    .slice(0, first + 1)
    .map(({ row }) => row)
}

/** As the database compares them: text and UUIDs by their bytes, everything else as a number. */
function comparePositions({ keys }: Keyset, one: readonly string[], other: readonly string[]): number {
  for (const [index, { type }] of keys.entries()) {
    const [here, there] = [one[index] ?? '', other[index] ?? '']
    if (here === there) continue
    if (type === 'text' || type === 'uuid') return Buffer.compare(Buffer.from(here), Buffer.from(there))
    return BigInt(here) < BigInt(there) ? -1 : 1
  }
  return 0
}

export const invalidCursor = (): Problem => fieldProblem('after', 'This page address is not valid')
