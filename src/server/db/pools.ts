import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { bookRole, realmRole, registrarRole, rolePassword, workerRole } from './login-roles.ts'
import type { DB } from './schema.ts'

/** Where the database is, without saying as whom: every pool signs in as its own role. */
export type DatabaseServer = {
  host: string
  port?: number
  database: string
  ssl?: boolean | { rejectUnauthorized?: boolean; ca?: string }
}

export type Databases = {
  /** Sees and writes the rows of this book alone, whatever SQL it runs. */
  book(name: string): Kysely<DB>
  /** Sees and writes the people of this realm alone. */
  realm(name: string): Kysely<DB>
  /** Writes the charity register, which belongs to no book. */
  registrar(): pg.Pool
  /** Takes jobs from the queue, and reads nothing else. */
  worker(): pg.Pool
  close(): Promise<void>
}

const idleTimeoutMs = 30_000
const connectionTimeoutMs = 10_000
const statementTimeoutMs = 60_000
const idleInTransactionTimeoutMs = 30_000
const maxStatementNames = 500
const maxNamedValues = 64

/**
 * Opens nothing yet: a pool is made when it is first asked for, and keeps at most `maxPerBook` connections (default 8).
 *
 * Money and counts (int8) arrive as bigint, calendar dates as `YYYY-MM-DD`, numeric as its text, instants as Date.
 */
export function openDatabases(options: {
  server: DatabaseServer
  secret: string
  maxPerBook?: number
}): Databases {
  const { server, secret, maxPerBook = 8 } = options
  const pools = new Map<string, pg.Pool>()
  const handles = new Map<string, Kysely<DB>>()

  const poolOf = (role: string, becomes?: string): pg.Pool => {
    let pool = pools.get(role)
    if (pool === undefined) {
      pool = openPool(server, role, rolePassword(secret, role), maxPerBook, becomes)
      pools.set(role, pool)
    }
    return pool
  }
  const handleOf = (role: string, becomes: string): Kysely<DB> => {
    let handle = handles.get(role)
    if (handle === undefined) {
      handle = new Kysely<DB>({
        dialect: new PostgresDialect({ pool: withNamedStatements(poolOf(role, becomes)) }),
      })
      handles.set(role, handle)
    }
    return handle
  }
  return {
    book: name => handleOf(bookRole(name), 'portal'),
    realm: name => handleOf(realmRole(name), 'identity'),
    registrar: () => poolOf(registrarRole),
    worker: () => poolOf(workerRole),
    close: async () => {
      await Promise.all([...pools.values()].map(pool => pool.end()))
    },
  }
}

function openPool(
  server: DatabaseServer,
  role: string,
  password: string,
  max: number,
  becomes?: string,
): pg.Pool {
  const settings = {
    // Part of signing in, so RESET ROLE comes back to it and no statement is spent on it.
    ...(becomes !== undefined && { role: becomes }),
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    TimeZone: 'UTC',
  }
  const pool = new pg.Pool({
    ...server,
    user: role,
    password,
    max,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    application_name: `almoner ${role}`,
    idleTimeoutMillis: idleTimeoutMs,
    connectionTimeoutMillis: connectionTimeoutMs,
    types: { getTypeParser },
  })
  // A connection that breaks while idle is replaced by the pool; one that breaks in use fails its statement. Without
  // these the program would end on either.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

const parsers = new Map<number, (text: string) => unknown>([
  [20, BigInt],
  [1082, text => text],
])

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format ?? 'text')

/**
 * Kysely sends its statements without a name, and the server plans each anew; with a name it plans them once per connection,
 * which doubles what a connection gets through. Texts that vary without end (long lists of values) go unnamed.
 */
function withNamedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxStatementNames || values.length > maxNamedValues) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) => {
        const name = nameOf(text, values)
        return client.query({ text, values: [...values], ...(name !== undefined && { name }) })
      }
      const release = (destroy?: boolean) => client.release(destroy)
      // The type's other form of query takes a cursor, which Kysely has only when its dialect is given pg-cursor.
      return { query, release } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}
