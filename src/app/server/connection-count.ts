import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { books, realms } from '../../clients/clients.ts'
import { maxConnections } from '../../server/db/pools.ts'
import { readMaxConnections } from './health.queries.ts'

/** The connections that one instance of the program opens at most. */
export const connectionsOfInstance = maxConnections({ books: books.length, realms: realms.length })

/** Logs a sentence if PostgreSQL allows fewer connections than one instance may open: under load, requests would then get 503. */
export async function warnOfFewConnections(
  database: pg.Pool,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const allowed = await readMaxConnections(database)
  if (allowed < connectionsOfInstance)
    log.warn(
      `PostgreSQL allows ${allowed} connections, and each instance of this program opens up to ${connectionsOfInstance}: raise max_connections, or put pgbouncer between (docs/operate.md).`,
    )
}
