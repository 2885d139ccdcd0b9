import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import { books, realms } from '../../clients/clients.ts'
import { workerLogger } from '../jobs/worker-logger.ts'
import type { AdminConnection } from './database-url.ts'
import { writeFirstStatistics } from './first-statistics.ts'
import { migrate } from './migrate.ts'
import { type Databases, openDatabases } from './pools.ts'
import { ensureLoginRoles } from './roles.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/**
 * Brings a database to the state that this version expects: migrations, first statistics, login roles, books, job queue.
 * @returns the names of the migrations applied.
 */
export async function prepareDatabase(options: {
  admin: AdminConnection
  secret: string
}): Promise<string[]> {
  const { admin, secret } = options
  const applied = await migrate(admin, migrationsFolder)
  await writeFirstStatistics(admin, { books: books.length, realms: realms.length })
  await ensureLoginRoles(admin, { books, realms, secret })
  const { user: _user, password: _password, ...server } = admin
  const databases = openDatabases({ server, secret })
  try {
    await installJobQueue(databases)
  } finally {
    await databases.close()
  }
  return applied
}

/**
 * Creates or upgrades the queue's tables as the role that owns them. Call it after the migrations and the creation of the login
 * roles, before anything adds a job.
 */
async function installJobQueue(databases: Pick<Databases, 'worker'>): Promise<void> {
  await runMigrations({ pgPool: databases.worker(), logger: workerLogger(console) })
}
