import { runMigrations } from 'graphile-worker'
import type { Databases } from '../db/pools.ts'
import { workerLogger } from './worker-logger.ts'

/**
 * Creates or upgrades the queue's tables as the role that owns them. Call it after the migrations and the creation of the login
 * roles, before anything adds a job.
 */
export async function installJobQueue(databases: Pick<Databases, 'worker'>): Promise<void> {
  await runMigrations({ pgPool: databases.worker(), logger: workerLogger(console) })
}
