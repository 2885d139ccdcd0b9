import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  type EmbeddedConnection,
  startEmbeddedPostgres,
} from '../src/server/db/embedded/embedded-postgres.ts'
import { type Databases, openDatabases } from '../src/server/db/pools.ts'
import { prepareDatabase } from '../src/server/db/prepare-database.ts'
import { temporaryDirectory } from '../src/testing/temporary/temporary-directory.ts'

/** A measured ratio, share or size, with its target. */
export type Finding = {
  what: string
  measured: number
  unit?: string
  atLeast?: number
  atMost?: number
  /** The values from which it was computed, so that a reader can check it. */
  detail: string
}

export type Bench = { name: string; run: (context: BenchContext) => Promise<Finding[]> }

export type BenchContext = {
  /** How often each side of a ratio is measured; the sides alternate. */
  rounds: number
  /** The folder with the real registers; null: the benchmark generates as many rows. */
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

/** Starts a migrated PostgreSQL for one benchmark. It is durable as in production, so results include fsync. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = temporaryDirectory('bench')
  const embedded = await startEmbeddedPostgres({ dataDir, durable: true })
  const secret = 'a secret for the benches alone, 32 characters or more'
  await prepareDatabase({ admin: embedded.connection, secret })
  const { host, port, database } = embedded.connection
  const databases = openDatabases({ server: { host, port, database }, secret })
  const admin = new pg.Pool({ ...embedded.connection, max: 4 })
  admin.on('error', () => {})
  return {
    admin,
    connection: embedded.connection,
    secret,
    databases,
    stop: async () => {
      await Promise.all([databases.close(), admin.end()])
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The folder of the real registers: BENCH_DATA, else `../shared/data` beside the checkout, else null. */
export function dataFolder(): string | null {
  const folder = process.env.BENCH_DATA ?? join(import.meta.dirname, '../../shared/data')
  return existsSync(folder) ? folder : null
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
