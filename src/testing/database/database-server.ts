import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type EmbeddedConnection, startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts'
import { prepareDatabase } from '../../server/db/prepare-database.ts'
import { temporaryDirectory } from '../temporary/temporary-directory.ts'
import { makeEmptyLists } from './make-empty-lists.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The administrator's connection to the template database that test databases are copied from. */
    databaseServer: EmbeddedConnection
    /** The tests' temporary directory; it is deleted after the run. */
    temporaryFolder: string
  }
}

export const testSecret = 'a secret for the tests alone, 32 characters or more'

/** Runs once before all test files: starts one server and migrates one template database. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = temporaryDirectory('test')
  const temporaryFolder = join(dataDir, 'tmp')
  await mkdir(temporaryFolder)
  // When root runs the tests, PostgreSQL runs as another user and has its socket folders below these.
  for (const folder of [dataDir, temporaryFolder]) await chmod(folder, 0o711)
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await prepareDatabase({ admin: server.connection, secret: testSecret })
    await makeEmptyLists(server.connection)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('databaseServer', server.connection)
  project.provide('temporaryFolder', temporaryFolder)
  return stop
}
