// npm run db:types writes src/server/db/schema.ts from the migrations. Run it after every change to them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { prepareDatabase } from '../src/server/db/prepare-database.ts'
import { generateTypes, schemaFile } from './generate-types.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'almoner-types-'))
const server = await startEmbeddedPostgres({ dataDir, durable: false })
try {
  await prepareDatabase({ admin: server.connection, secret: 'temporary secret for this run' })
  await generateTypes(server.connection, schemaFile)
  console.log('src/server/db/schema.ts written')
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
