import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { canUseLargeObjects } from '../../server/db/large-objects.queries.ts'
import type { DB } from '../../server/db/schema.ts'

/** Whether the role of the connection can use large objects. Throws unless the database answers. */
export async function largeObjectsRemain(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ remain: boolean }>`select ${sql.raw(canUseLargeObjects)} as remain`.execute(db)
  return rows[0]?.remain ?? false
}

/** Throws unless the database answers. */
export async function requireAnswer(db: Kysely<DB>): Promise<void> {
  await sql`select 1`.execute(db)
}

/** The connections that PostgreSQL allows to roles that are not superusers. */
export async function readMaxConnections(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ allowed: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - current_setting('reserved_connections')::int as allowed`,
  )
  return rows[0]?.allowed ?? 0
}

/** The version of PostgreSQL, and what its clock says. */
export async function readServer(database: pg.Pool): Promise<{ version: string; now: Date }> {
  const { rows } = await database.query<{ version: string; now: Date }>(
    `select current_setting('server_version') as version, clock_timestamp() as now`,
  )
  const [server] = rows
  if (!server) throw new Error('the database says nothing of itself')
  return server
}
