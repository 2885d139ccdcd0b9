// npm run migrate: brings the database of DATABASE_URL, whose user owns it and may create roles, up to this program.
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { MigrationError } from '../src/server/db/migrate.ts'
import { prepareDatabase } from '../src/server/db/prepare-database.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'

try {
  const { databaseUrl, secret } = readEnvironment('production')
  if (databaseUrl === null || secret === null)
    throw new EnvironmentError('DATABASE_URL and APP_SECRET are needed.')
  const applied = await prepareDatabase({ admin: parseDatabaseUrl(databaseUrl), secret })
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
} catch (error) {
  const forTheReader = error instanceof EnvironmentError || error instanceof MigrationError
  console.error(forTheReader ? error.message : error)
  process.exit(1)
}
