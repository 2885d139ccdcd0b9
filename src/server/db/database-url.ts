import pg from 'pg'
import type { DatabaseServer } from './pools.ts'

/** What DATABASE_URL says: the server, and (for migrations alone) the administrator. */
export type AdminConnection = DatabaseServer & { user: string; password?: string }

/** Reads a `postgres://` address by the driver's own rules (`sslmode`, `host` of a socket, …). */
export function parseDatabaseUrl(url: string): AdminConnection {
  const { host, port, database, user, password, ssl } = new pg.Client({ connectionString: url })
  if (!database || !user) throw new Error('DATABASE_URL has to name a user and a database.')
  return { host, port, database, user, ...(password && { password }), ...(ssl && { ssl }) }
}
