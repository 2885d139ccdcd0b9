// Writes src/server/db/schema.ts from the migrations: npm run db:types, after every new migration.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../src/server/db/embedded-postgres.ts'
import { prepareDatabase } from '../src/server/db/prepare-database.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const outFile = join(root, 'src/server/db/schema.ts')

const dataDir = await mkdtemp(join(tmpdir(), 'almoner-types-'))
const server = await startEmbeddedPostgres({ dataDir, durable: false })
try {
  const { connection } = server
  await prepareDatabase({ admin: connection, secret: 'types' })
  const url = `postgres://postgres@/${connection.database}?host=${encodeURIComponent(connection.host)}`
  await run(process.execPath, [
    join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    ...['--dialect', 'postgres', '--url', url, '--out-file', outFile, '--date-parser', 'string'],
    ...[
      '--type-mapping',
      '{"int8":"bigint"}',
      '--exclude-pattern',
      '(graphile_worker.*|public.applied_migration)',
    ],
  ])
  console.log('src/server/db/schema.ts written')
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
