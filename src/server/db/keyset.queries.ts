import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { asIsoDate } from '../../domain/dates.ts'
import { isUuid } from '../../domain/uuid.ts'

/** The type `text[]` (pg_type.oid). */
const textArray = 1009

/** How the value of a key is checked before it is cast in SQL: a cursor comes from outside. */
const keyTypes = {
  text: value => value.length <= 300 && !value.includes('\0'),
  bigint: value => /^-?\d{1,18}$/.test(value),
  int: value => /^-?\d{1,9}$/.test(value),
  date: value => asIsoDate(value) !== null,
  uuid: isUuid,
  // Microseconds since 1970, because the text of an instant depends on the connection's time zone.
  micros: value => /^-?\d{1,17}$/.test(value),
} as const satisfies Record<string, (value: string) => boolean>

/** An expression by which rows are sorted. It is never null. */
export type Key = { sql: string; type: keyof typeof keyTypes }

/** The keys of a list for one sort order. Together they are unique, so that every row has one place. */
export type Keyset = { keys: readonly Key[]; descending: boolean }

const sqlTypeOf = (type: Key['type']) => (type === 'micros' ? 'bigint' : type)

/** `amount desc, entry_id desc`. All keys have one direction, so that one comparison of rows continues a list. */
export const orderOf = ({ keys, descending }: Keyset): string =>
  keys.map(key => `${key.sql} ${descending ? 'desc' : 'asc'}`).join(', ')

/** The position of a row: the values of its keys, as PostgreSQL's text of an array. Of most pages only the last row's is read. */
export type Position = string

export const positionOf = ({ keys }: Keyset): string =>
  `array[${keys.map(key => `(${key.sql})::text`).join(', ')}]::text`

/** The values of the keys at a position. */
export const valuesOf: (position: Position) => string[] = pg.types.getTypeParser(textArray as number, 'text')

/** The column `keyset` of each row: its position, from which the next cursor is made. */
export const keysetColumn = (keyset: Keyset): string => `${positionOf(keyset)} as keyset`

/** `(amount, entry_id) < ($5::bigint, $6::uuid)`: the rows after a position. The parameters are numbered from `first`. */
export const afterText = ({ keys, descending }: Keyset, first: number): string =>
  `(${keys.map(key => key.sql).join(', ')}) ${descending ? '<' : '>'} (${keys
    .map((key, index) => `$${first + index}::${sqlTypeOf(key.type)}`)
    .join(', ')})`

/** The same for queries that Kysely builds. Null: the list from its beginning. */
export function rowsAfter(
  { keys, descending }: Keyset,
  position: readonly string[] | null,
): RawBuilder<boolean> {
  if (position === null) return sql`true`
  const own = sql.join(keys.map(key => sql.raw(key.sql)))
  const given = sql.join(keys.map((key, index) => sql`${position[index]}::${sql.raw(sqlTypeOf(key.type))}`))
  return sql`(${own}) ${sql.raw(descending ? '<' : '>')} (${given})`
}

/** Whether the values of a cursor can be cast to the types of the keys. */
export const isPosition = ({ keys }: Keyset, values: readonly string[]): boolean =>
  values.length === keys.length &&
  keys.every((key, index) => {
    const value = values[index]
    return value !== undefined && keyTypes[key.type](value)
  })
