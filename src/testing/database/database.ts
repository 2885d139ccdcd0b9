import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { EmbeddedConnection } from '../../server/db/embedded/embedded-postgres.ts'
import { type Databases, openDatabases } from '../../server/db/pools.ts'
import { revokeObjectCreation } from '../../server/db/roles.ts'
import { testSecret } from './database-server.ts'

export type TestDatabase = {
  name: string
  /** The administrator's connection, to which row-level security does not apply. */
  connection: EmbeddedConnection
  databases: Databases
  admin: pg.Pool
  drop(): Promise<void>
}

/**
 * Creates a migrated database for one test file, with every book and realm, without people and funds. Takes about 30 ms in memory
 * (src/testing/temporary/test-files-folder.ts).
 *
 *     const database = await createTestDatabase()
 *     afterAll(() => database.drop())
 *
 * @param about.maxPerBook how many connections each pool opens at most.
 */
export async function createTestDatabase({ maxPerBook = 4 } = {}): Promise<TestDatabase> {
  const template = inject('databaseServer')
  const name = newName()
  await asAdministrator(template, async client => {
    await client.query(`create database ${name} template ${template.database} strategy file_copy`)
    await revokeObjectCreation(client, name)
  })
  return openTestDatabase(name, maxPerBook)
}

/** Creates a database without any migration. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = newName()
  await asAdministrator(inject('databaseServer'), client => client.query(`create database ${name}`))
  return openTestDatabase(name, 4)
}

const newName = () => `test_${randomUUID().replaceAll('-', '')}`

function openTestDatabase(name: string, maxPerBook: number): TestDatabase {
  const template = inject('databaseServer')
  const connection = { ...template, database: name }
  const { host, port } = connection
  const databases = openDatabases({
    server: { host, port, database: name },
    secret: testSecret,
    maxPerBook,
  })
  const admin = new pg.Pool({ ...connection, max: 4 })
  admin.on('error', () => {})
  return {
    name,
    connection,
    databases,
    admin,
    drop: async () => {
      await Promise.all([databases.close(), admin.end()])
      await asAdministrator(template, client => client.query(`drop database ${name} with (force)`))
    },
  }
}

async function asAdministrator(
  template: EmbeddedConnection,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ ...template, database: 'postgres' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
