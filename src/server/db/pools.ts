import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isUnanswered } from './database-away.ts'
import { accessRole, bookRole, realmRole, registrarRole, rolePassword, workerRole } from './login-roles.ts'
import { openReadPipeline, type ReadPipeline } from './read-pipeline.ts'
import type { DB } from './schema.ts'
import { lockElsewhere, shareConnection } from './statement.ts'

/** The database server without a user: each pool connects with its own role. */
export type DatabaseServer = {
  host: string
  port?: number
  database: string
  ssl?: boolean | { rejectUnauthorized?: boolean; ca?: string }
}

export type Databases = {
  /** Reads and writes the rows of this book only, whatever SQL it runs. */
  book(name: string): Kysely<DB>
  /** Reads and writes the people of this realm only. */
  realm(name: string): Kysely<DB>
  /**
   * Like `realm`, and changes who holds a role and who may log in. For commands that do that alone, which get it by their contract
   * (`changesAccess`): SQL of any other handler cannot be made to do either.
   */
  accessAdmin(realm: string): Kysely<DB>
  /** Writes the charity register, which belongs to no book. */
  registrar(): pg.Pool
  /** Reads the job queue and nothing else. */
  worker(): pg.Pool
  close(): Promise<void>
}

const idleTimeoutMs = 30_000
/** The answer takes longer than PostgreSQL lets a statement run (`statement_timeout`), so that its own error comes first. */
const usualTimeouts = { connectMs: 10_000, answerMs: 75_000, shortReadMs: 10_000 }
const maxStatementNames = 500
const maxNamedValues = 64

const connectionsOfPool = 8
/** Each piece of due work of a book holds one while it runs. */
const connectionsForLocks = 2
/** Rights are changed rarely. */
const connectionsForAccess = 2
/** In which a program says that its job workers are alive (src/server/jobs/heartbeat.ts). */
const connectionsForHeartbeat = 1

/** How many connections one instance opens at most: a pool for each role, a small one for the rights of each realm, one connection for the short reads of each book and realm, and the heartbeat's. */
export const maxConnections = ({ books, realms }: { books: number; realms: number }): number =>
  (connectionsOfPool + 1) * (books + realms) +
  connectionsForAccess * realms +
  2 * connectionsOfPool +
  connectionsForHeartbeat

export type Timeouts = typeof usualTimeouts

/**
 * Creates pools on first use, each with at most `maxPerBook` connections (default 8), beside the one that short reads share.
 *
 * Results have int8 as bigint, date as `YYYY-MM-DD`, numeric as string and timestamptz as Date.
 */
export function openDatabases(options: {
  server: DatabaseServer
  /** Past a pooler such as pgbouncer, for what keeps its session: LISTEN and locks that outlive a transaction. Absent: `server`. */
  directServer?: DatabaseServer | null
  secret: string
  maxPerBook?: number
  /** How long a connection may take to open, and a statement to be answered. Absent: the program's own. Only tests set others. */
  timeouts?: Timeouts
  /** False for a pooler that knows no named statements and changes the session between transactions. Absent: true. */
  namesStatements?: boolean
}): Databases {
  const { server, secret, maxPerBook = connectionsOfPool, namesStatements = true } = options
  const timeouts = options.timeouts ?? usualTimeouts
  const directServer = options.directServer ?? null
  const pools = new Map<string, pg.Pool>()
  const pipelines: ReadPipeline[] = []
  const handles = new Map<string, Kysely<DB>>()

  const configOf = (at: DatabaseServer, role: string): pg.ClientConfig => ({
    ...at,
    user: role,
    password: rolePassword(secret, role),
    ...connectionSettings(role),
    connectionTimeoutMillis: timeouts.connectMs,
    // graphile-worker uses this pool without Kysely, which sets it for each statement.
    ...(role === workerRole && { query_timeout: timeouts.answerMs }),
  })
  const poolOf = (role: string, at: DatabaseServer, max = maxPerBook): pg.Pool => {
    const key = at === server ? role : `${role} directly`
    let pool = pools.get(key)
    if (pool === undefined) {
      pool = openPool(configOf(at, role), max)
      if (role === workerRole) closeUnanswered(pool)
      pools.set(key, pool)
    }
    return pool
  }
  const kyselyOf = (pool: pg.Pool, names: boolean) =>
    new Kysely<DB>({ dialect: new PostgresDialect({ pool: boundedPool(pool, timeouts.answerMs, names) }) })
  const handleOf = (role: string): Kysely<DB> => {
    let handle = handles.get(role)
    if (handle === undefined) {
      handle = kyselyOf(poolOf(role, server), namesStatements)
      handles.set(role, handle)
      const pipeline = openReadPipeline(
        { ...configOf(server, role), query_timeout: timeouts.shortReadMs },
        { namesStatements },
      )
      pipelines.push(pipeline)
      shareConnection(handle, pipeline)
      if (directServer)
        lockElsewhere(handle, kyselyOf(poolOf(role, directServer, connectionsForLocks), false))
    }
    return handle
  }
  const accessHandleOf = (role: string): Kysely<DB> => {
    const handle = handles.get(role) ?? kyselyOf(poolOf(role, server, connectionsForAccess), namesStatements)
    handles.set(role, handle)
    return handle
  }
  return {
    book: name => handleOf(bookRole(name)),
    realm: name => handleOf(realmRole(name)),
    accessAdmin: realm => accessHandleOf(accessRole(realm)),
    registrar: () => poolOf(registrarRole, directServer ?? server),
    worker: () => poolOf(workerRole, directServer ?? server, maxPerBook + connectionsForHeartbeat),
    close: async () => {
      await Promise.all([
        ...pipelines.map(pipeline => pipeline.close()),
        ...[...pools.values()].map(pool => pool.end()),
      ])
    },
  }
}

/** The settings of every connection of a role. Those of its sessions belong to the role (roleSettings), because poolers refuse start-up options. */
function connectionSettings(role: string): pg.ClientConfig {
  return {
    application_name: `almoner ${role}`,
    // Notices a server that vanished while a connection was idle.
    keepAlive: true,
    types: { getTypeParser: role === workerRole ? typesOfQueue : getTypeParser },
  }
}

function openPool(config: pg.ClientConfig, max: number): pg.Pool {
  const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: idleTimeoutMs })
  // Unhandled errors of connections would end the process. The pool replaces idle connections that break; the statement of a
  // connection in use fails by itself.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** For graphile-worker, which gives connections back whatever happened: what follows would wait behind a statement that is not answered. */
function closeUnanswered(pool: pg.Pool): void {
  pool.on('release', (_error, client) => {
    if ('readyForQuery' in client && client.readyForQuery === false) void client.end().catch(() => {})
  })
}

const parsers = new Map<number, (text: string) => unknown>([
  [20, BigInt],
  [1082, text => text],
])

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format ?? 'text')

/** graphile-worker writes the ids of failed jobs as JSON, which has no bigint: it needs them as text, as pg reads them by default. */
const typesOfQueue: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8
    ? pg.types.getTypeParser(oid, format ?? 'text')
    : getTypeParser(oid, format ?? 'text')

/**
 * Ends a connection whose server does not answer a statement, so that requests fail rather than wait without end, and gives Kysely's
 * statements names, so that PostgreSQL prepares each once per connection. Names double the throughput of a connection. Statements with
 * long lists of values stay unnamed, because their texts vary without limit.
 */
function boundedPool(pool: pg.Pool, answerMs: number, namesStatements: boolean): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
    const existing = names.get(text)
    if (existing !== undefined || names.size >= maxStatementNames || values.length > maxNamedValues)
      return existing
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      let isReleased = false
      const release = (destroy?: boolean) => {
        if (isReleased) return
        isReleased = true
        client.release(destroy)
      }
      const query = async (text: string, values: readonly unknown[]) => {
        const name = namesStatements ? nameOf(text, values) : undefined
        try {
          const config = { text, values: [...values], query_timeout: answerMs }
          return await client.query({ ...config, ...(name !== undefined && { name }) })
        } catch (error) {
          // The statement still waits, and what follows, such as a rollback, would wait behind it.
          if (isUnanswered(error)) release(true)
          throw error
        }
      }
      // The type has an overload for cursors, which Kysely uses only with pg-cursor.
      return { query, release } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}
