import type pg from 'pg'

export type Rows = <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>

/** Reads the catalogue with the administrator's eyes. */
export const rowsOf =
  (admin: pg.Pool): Rows =>
  async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await admin.query<Row>(sql, values)).rows

/** Our own objects: not PostgreSQL's, and not the queue's, which no book or realm may touch at all. */
export const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and n.nspname not like 'pg_%'`

const tablesWith = (rows: Rows, column: 'book' | 'realm') =>
  rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = $1 and not a.attisdropped
     where c.relkind in ('r', 'p') and ${ours} order by 1`,
    [column],
  ).then(found => found.map(({ name }) => name))

/** `book` carries the realm that each book belongs to, and is isolated by book. */
export const isolatedBy = async (rows: Rows, column: 'book' | 'realm') =>
  (await tablesWith(rows, column)).filter(name => column === 'book' || name !== 'book')
