import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { EmbeddedConnection } from '../src/server/db/embedded/embedded-postgres.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

export const schemaFile = join(root, 'src/server/db/schema.ts')

/** Writes the types of a migrated database with the value types of pools.ts: int8 as bigint, date as string. */
export async function generateTypes(connection: EmbeddedConnection, outFile: string): Promise<void> {
  const url = `postgres://postgres@/${connection.database}?host=${encodeURIComponent(connection.host)}`
  await run(process.execPath, [
    join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    ...['--dialect', 'postgres', '--url', url, '--out-file', outFile, '--date-parser', 'string'],
    ...['--type-mapping', '{"int8":"bigint"}'],
    ...['--exclude-pattern', '(graphile_worker.*|public.applied_migration)'],
  ])
}
