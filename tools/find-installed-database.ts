import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { type Environment, EnvironmentError } from '../src/server/env.ts'
import { findRegisterDatabase, type RegisterDatabase } from './import/find-database.ts'
import { storedSecret } from './start/stored-secret.ts'

/** The database of DATABASE_URL, without migrations and without an administrator; else the demonstration's. */
export async function findInstalledDatabase(environment: Environment): Promise<RegisterDatabase> {
  if (environment.databaseUrl === null) return findRegisterDatabase(environment)
  const {
    user: _user,
    password: _password,
    ...server
  } = parseDatabaseUrl(environment.databaseDirectUrl ?? environment.databaseUrl)
  return { server, stop: async () => {} }
}

export async function secretOf({ secret, databaseUrl, dataDir }: Environment): Promise<string> {
  if (secret !== null) return secret
  if (databaseUrl !== null) throw new EnvironmentError('APP_SECRET is missing: the keys are derived from it.')
  return await storedSecret(dataDir)
}
