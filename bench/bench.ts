import { rm } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import pg from 'pg'
import {
  type EmbeddedConnection,
  startEmbeddedPostgres,
} from '../src/server/db/embedded/embedded-postgres.ts'
import { type Databases, openDatabases } from '../src/server/db/pools.ts'
import { prepareDatabase } from '../src/server/db/prepare-database.ts'
import { makeEmptyLists } from '../src/testing/database/make-empty-lists.ts'
import { temporaryDirectory } from '../src/testing/temporary/temporary-directory.ts'
import { isSmallest } from './sizes.ts'

/** A measured ratio, share or size, with its target. */
export type Finding = {
  what: string
  measured: number
  unit?: string
  atLeast?: number
  atMost?: number
  /** It is true at any size: `--smallest` judges it too, and no other. */
  isJudgedAtAnySize?: true
  /** The values from which it was computed, so that a reader can check it. */
  detail: string
}

/**
 * Whether a figure reaches its target. At the smallest size most figures say nothing, so there a number is enough unless the finding is
 * judged at any size. What is no number shows that the benchmark did not do its work.
 */
export function isReached(finding: Finding, isSmallest: boolean): boolean {
  const { measured, atLeast, atMost, isJudgedAtAnySize } = finding
  if (!Number.isFinite(measured)) return false
  if (isSmallest && isJudgedAtAnySize !== true) return true
  return (atLeast === undefined || measured >= atLeast) && (atMost === undefined || measured <= atMost)
}

export type Bench = { run: (context: BenchContext) => Promise<Finding[]> }

export type BenchContext = {
  /** How often each side of a ratio is measured; the sides alternate. */
  rounds: number
  /** The folder with the real registers; null: the benchmark generates rows. */
  dataFolder: string | null
  log: (line: string) => void
}

export type BenchDatabase = {
  admin: pg.Pool
  connection: EmbeddedConnection
  secret: string
  databases: Databases
  stop: () => Promise<void>
}

const secret = 'a secret for the benches alone, 32 characters or more'

/**
 * Starts a migrated PostgreSQL for one benchmark. It is durable as in production, so results include fsync. With `--smallest` it is a
 * copy on a server that all benchmarks share.
 */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const { connection, stop } = isSmallest ? await copyTemplate() : await startServer({ durable: true })
  const { host, port, database } = connection
  const databases = openDatabases({ server: { host, port, database }, secret })
  const admin = new pg.Pool({ ...connection, max: 4 })
  admin.on('error', () => {})
  return {
    ...{ admin, connection, secret, databases },
    stop: async () => {
      await Promise.all([databases.close(), admin.end()])
      await stop()
    },
  }
}

/**
 * What PostgreSQL does by itself within a minute of a change of more than 50 rows. Until then each connection keeps the plans that it
 * made for empty tables, and reads all of their rows.
 */
export async function collectStatistics(admin: pg.Pool): Promise<void> {
  await admin.query('analyze')
}

type Server = { connection: EmbeddedConnection; stop: () => Promise<void> }

async function startServer({ durable }: { durable: boolean }): Promise<Server> {
  const dataDir = temporaryDirectory('bench')
  const embedded = await startEmbeddedPostgres({ dataDir, durable })
  await prepareDatabase({ admin: embedded.connection, secret })
  await makeEmptyLists(embedded.connection)
  return {
    connection: embedded.connection,
    stop: async () => {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let template: Promise<Server> | undefined
let copies = 0

/** A copy of the migrated database, on a server that `stopSharedServer` stops. */
async function copyTemplate(): Promise<Server> {
  template ??= startServer({ durable: false })
  const { connection } = await template
  copies += 1
  const copy = { ...connection, database: `bench_${copies}` }
  await administer(
    connection,
    `create database ${copy.database} template ${connection.database} strategy file_copy`,
  )
  return {
    connection: copy,
    stop: () => administer(connection, `drop database ${copy.database} with (force)`),
  }
}

/** Stops the server that the benchmarks shared, if there is one. */
export async function stopSharedServer(): Promise<void> {
  await (await template)?.stop()
}

async function administer(connection: EmbeddedConnection, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export function machine(): string {
  const gib = (totalmem() / 2 ** 30).toFixed(0)
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${gib} GiB, Node ${process.version}, ${process.platform}-${process.arch}`
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value below which `percent` of the values lie (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
