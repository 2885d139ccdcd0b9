import { setTimeout as delay } from 'node:timers/promises'
import { realms } from '../../clients/clients.ts'
import { secondMs } from '../../domain/durations.ts'
import { connectionProblem } from '../../server/db/connection-problem.ts'
import { serverOf } from '../../server/db/database-url.ts'
import { assertMigrated } from '../../server/db/migrate.ts'
import type { Databases } from '../../server/db/pools.ts'
import { migrationsFolder } from '../../server/db/prepare-database.ts'
import { EnvironmentError } from '../../server/env.ts'
import { requireAnswer } from './health.queries.ts'

/**
 * @param url of the database, for the sentence.
 * @throws EnvironmentError if there is no connection to the database, MigrationError if it lacks a migration or has one that this version
 * lacks.
 */
export async function requireDatabase(databases: Databases, url: string): Promise<void> {
  try {
    await assertMigrated(databases.worker(), migrationsFolder)
  } catch (error) {
    throw sentenceOf(error, 'database', url)
  }
}

/**
 * Books and realms connect through the pooler, if there is one, with passwords that it has to know.
 *
 * @param maxMs how long a pooler may wait that accepts logins and has no connection to the database.
 * @throws EnvironmentError if a realm has no connection through it.
 */
export async function requirePooler(
  databases: Databases,
  url: string,
  maxMs: number = 10 * secondMs,
): Promise<void> {
  const [realm] = realms
  if (realm === undefined) return
  const answered = new AbortController()
  const late = delay(maxMs, undefined, { signal: answered.signal }).then(() => {
    const { host, port = 5432, database } = serverOf(url)
    throw new EnvironmentError(
      `The pooler of the database ${database} at ${host}, port ${port}, does not answer in ${maxMs / secondMs} s. Its log says why; write its file of users again after each npm run migrate.`,
    )
  })
  // It is aborted once there is an answer.
  late.catch(() => {})
  try {
    await Promise.race([requireAnswer(databases.realm(realm)), late])
  } catch (error) {
    throw sentenceOf(error, 'pooler of the database', url)
  } finally {
    answered.abort()
  }
}

function sentenceOf(error: unknown, what: string, url: string): unknown {
  const { host, port = 5432, database } = serverOf(url)
  const problem = connectionProblem(error, `The ${what} ${database} at ${host}, port ${port},`)
  return problem === null ? error : new EnvironmentError(problem)
}
