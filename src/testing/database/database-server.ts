import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type EmbeddedConnection, startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts'
import { prepareDatabase } from '../../server/db/migrating/prepare-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The administrator's connection to the database that every test's own is copied from. */
    databaseServer: EmbeddedConnection
  }
}

export const testSecret = 'a secret for the tests alone, 32 characters or more'

/** Runs once before all test files: one server, one migrated database that the tests' own are copied from. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almoner-test-'))
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await prepareDatabase({ admin: server.connection, secret: testSecret })
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('databaseServer', server.connection)
  return stop
}
