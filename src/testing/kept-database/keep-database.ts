import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import pino from 'pino'
import { makeDemonstration } from '../../demo/make-demo.ts'
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts'
import { openDatabases } from '../../server/db/pools.ts'
import { migrationsFolder, prepareDatabase } from '../../server/db/prepare-database.ts'
import { encryptedFiles } from '../../server/files/encrypted-files.ts'
import { folderFiles } from '../../server/files/folder-files.ts'
import { testSecret } from '../database/database-server.ts'
import { testDocumentKeys } from '../document-keys.ts'
import { fastPasswordHasher } from '../factories/make-user.ts'
import { temporaryDirectory } from '../temporary/temporary-directory.ts'
import { writeKeptRows } from './kept-rows.ts'

export const keptFolder = fileURLToPath(new URL('.', import.meta.url))
/** The password of everybody in a kept database. */
export const keptPassword = 'a password that is kept'

/** Writes a small demonstration at the latest migration to a file of its number, and returns the file's path. */
export async function keepDatabase(): Promise<string> {
  const dataDir = temporaryDirectory('keep')
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'db'), durable: false })
  try {
    await prepareDatabase({ admin: server.connection, secret: testSecret })
    const { host, port, database } = server.connection
    const databases = openDatabases({ server: { host, port, database }, secret: testSecret })
    const files = folderFiles(join(dataDir, 'files'))
    await makeDemonstration({
      databases,
      documentFiles: encryptedFiles(files, testDocumentKeys),
      files,
      password: keptPassword,
      passwords: fastPasswordHasher,
      log: pino({ level: 'silent' }),
      fundsPerBook: 10,
      clientNames: ['npt', 'rathbones'],
      hasLargeBook: false,
    })
    await databases.close()
    const [last] = (await readdir(migrationsFolder))
      .filter(name => name.endsWith('.sql'))
      .sort()
      .reverse()
    const file = join(keptFolder, `${last?.slice(0, 4)}.jsonl.gz`)
    const client = new pg.Client(server.connection)
    await client.connect()
    try {
      await writeKeptRows(client, file)
    } finally {
      await client.end()
    }
    return file
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
