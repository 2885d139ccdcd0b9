// npm run migrate: runs the pending migrations on DATABASE_URL, whose user must own the database and may create roles.
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { MigrationError } from '../src/server/db/migrate.ts'
import { prepareDatabase } from '../src/server/db/prepare-database.ts'
import { EnvironmentError, readCommandEnvironment } from '../src/server/env.ts'
import { failureText } from './failure-text.ts'

try {
  const { databaseUrl, secret } = readCommandEnvironment()
  const applied = await prepareDatabase({ admin: parseDatabaseUrl(databaseUrl), secret })
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
} catch (error) {
  console.error(failureText(error, [EnvironmentError, MigrationError]))
  process.exit(1)
}
