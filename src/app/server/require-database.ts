import { isDatabaseAway } from '../../server/db/database-away.ts'
import { serverOf } from '../../server/db/database-url.ts'
import { assertMigrated } from '../../server/db/migrate.ts'
import type { Databases } from '../../server/db/pools.ts'
import { migrationsFolder } from '../../server/db/prepare-database.ts'
import { EnvironmentError } from '../../server/env.ts'

/**
 * @param url of the database, for the sentence.
 * @throws EnvironmentError if the database does not answer, MigrationError if it lacks a migration or has one that this version lacks.
 */
export async function requireDatabase(databases: Databases, url: string): Promise<void> {
  try {
    await assertMigrated(databases.worker(), migrationsFolder)
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    const { host, port = 5432, database } = serverOf(url)
    const reason = error instanceof Error ? error.message : String(error)
    throw new EnvironmentError(
      `The database ${database} at ${host}, port ${port}, does not answer (${reason}). Start it, or correct DATABASE_URL.`,
    )
  }
}
