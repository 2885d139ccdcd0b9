import { runMigrations } from 'graphile-worker'
import type { Databases } from '../db/pools.ts'
import { workerLogger } from './worker-logger.ts'

/**
 * Makes or upgrades the queue's own tables, signed in as the role that owns them. To be called after the migrations and
 * the login roles, before anybody adds a job.
 */
export async function installJobQueue(databases: Pick<Databases, 'worker'>): Promise<void> {
  await runMigrations({ pgPool: databases.worker(), logger: workerLogger(console) })
}
