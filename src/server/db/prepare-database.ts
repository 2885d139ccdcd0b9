import { fileURLToPath } from 'node:url'
import { books, realms } from '../../clients/clients.ts'
import { installJobQueue } from '../jobs/install-queue.ts'
import type { AdminConnection } from './database-url.ts'
import { migrate } from './migrate.ts'
import { openDatabases } from './pools.ts'
import { ensureLoginRoles } from './roles.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/**
 * Brings a database to the state that this version expects: migrations, login roles, books, job queue.
 * @returns the names of the migrations applied.
 */
export async function prepareDatabase(options: {
  admin: AdminConnection
  secret: string
}): Promise<string[]> {
  const { admin, secret } = options
  const applied = await migrate(admin, migrationsFolder)
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
