import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { minuteMs } from '../../domain/durations.ts'
import { isDatabaseAway } from '../../server/db/database-away.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts'
import { isAlive, readPidFile } from '../../server/db/embedded/pid-file.ts'

/** A PostgreSQL that can be killed and started again; its address stays the same. */
export type ChaosDatabase = {
  /** For DATABASE_URL. */
  url: string
  /** The server for pools of this process, such as those that write the data. */
  server: { host: string; port: number; database: string }
  /** The administrator's connection; it is opened for each statement, because a restart ends it, and waits while the server is away. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Ends the server: `kill` as a power failure would, `fast` as an administrator. Returns once it has ended. */
  end(how: 'kill' | 'fast'): Promise<void>
  start(): Promise<void>
}

const maxAwayMs = 3 * minuteMs

export async function startChaosDatabase(dataDir: string): Promise<ChaosDatabase> {
  // The socket's folder is a new one at each start, so the address names a link to it.
  const host = join(dataDir, 'socket')
  let links = 0
  const launch = async (): Promise<EmbeddedPostgres> => {
    const launched = await startEmbeddedPostgres({ dataDir })
    links += 1
    const link = join(dataDir, `socket-${links}`)
    await symlink(launched.connection.host, link)
    await rename(link, host)
    return launched
  }
  let postgres = await launch()
  const folder = join(dataDir, 'postgres')
  const { port, database, user } = postgres.connection
  return {
    url: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    server: { host, port, database },
    query: async (text, values = []) => {
      const startedAtMs = performance.now()
      for (;;) {
        const client = new pg.Client({ ...postgres.connection })
        client.on('error', () => {})
        try {
          await client.connect()
          return (await client.query(text, [...values])).rows
        } catch (error) {
          // It is away because the chaos ended it.
          if (!isDatabaseAway(error) || performance.now() - startedAtMs > maxAwayMs) throw error
          await delay(100)
        } finally {
          await client.end().catch(() => {})
        }
      }
    },
    end: async how => {
      if (how === 'fast') return await postgres.stop()
      const postmaster = await readPidFile(folder)
      if (!postmaster) throw new Error('PostgreSQL does not run')
      process.kill(postmaster.pid, 'SIGKILL')
      while (isAlive(postmaster.pid)) await new Promise(resolve => setTimeout(resolve, 5))
    },
    start: async () => {
      postgres = await launch()
    },
  }
}
