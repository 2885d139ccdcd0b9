import type pg from 'pg'

export type Rows = <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>

/** Queries the database catalog as the administrator. */
export const rowsOf =
  (admin: pg.Pool): Rows =>
  async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await admin.query<Row>(sql, values)).rows

/** Selects our own schemas, without PostgreSQL's and the queue's, to which no book or realm has access. */
export const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and n.nspname not like 'pg_%'`

const tablesWith = (rows: Rows, column: 'book' | 'realm') =>
  rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = $1 and not a.attisdropped
     where c.relkind in ('r', 'p') and ${ours} order by 1`,
    [column],
  ).then(found => found.map(({ name }) => name))

/** The tables that are isolated by book or by realm. The table `book` has both columns and is isolated by book. */
export const isolatedBy = async (rows: Rows, column: 'book' | 'realm') =>
  (await tablesWith(rows, column)).filter(name => column === 'book' || name !== 'book')
