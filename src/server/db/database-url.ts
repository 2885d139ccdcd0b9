import pg from 'pg'
import type { DatabaseServer } from './pools.ts'

/** The server and the administrator of DATABASE_URL. Only migrations use the administrator. */
export type AdminConnection = DatabaseServer & { user: string; password?: string }

/** Parses a `postgres://` URL by the rules of the driver (`sslmode`, socket as `host`, …). */
export function parseDatabaseUrl(url: string): AdminConnection {
  const { host, port, database, user, password, ssl } = new pg.Client({ connectionString: url })
  if (!database || !user) throw new Error('it must name a user and a database')
  return { host, port, database, user, ...(password && { password }), ...(ssl && { ssl }) }
}

/** Why the driver cannot use the URL, such as a file of `sslrootcert` that it cannot read; null if it can. */
export function databaseUrlProblem(url: string): string | null {
  try {
    parseDatabaseUrl(url)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The server alone, without the administrator: each pool connects with its own role. */
export function serverOf(url: string): DatabaseServer {
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(url)
  return server
}
