// npm run db:types writes src/server/db/schema.ts and db/schema.sql from the migrations. Run it after every change to them.
import { rm, writeFile } from 'node:fs/promises'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { prepareDatabase } from '../src/server/db/prepare-database.ts'
import { temporaryDirectory } from '../src/testing/temporary/temporary-directory.ts'
import { describeSchema, schemaSqlFile } from './describe-schema.ts'
import { generateTypes, schemaFile } from './generate-types.ts'

const dataDir = temporaryDirectory('types')
const server = await startEmbeddedPostgres({ dataDir, durable: false })
try {
  await prepareDatabase({ admin: server.connection, secret: 'temporary secret for this run' })
  await generateTypes(server.connection, schemaFile)
  await writeFile(schemaSqlFile, await describeSchema(server.connection))
  console.log('src/server/db/schema.ts and db/schema.sql written')
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
