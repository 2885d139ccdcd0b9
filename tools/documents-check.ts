// npm run documents:check
// Reads all encrypted documents, files and bank details of every book and realm, as after a restore, and changes nothing. Exits with 1
// if the bytes of one are missing or damaged, or if DOCUMENT_KEYS lacks its key. See docs/operate.md.
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { checkFiles, type FileCheck } from '../src/server/files/check-files.ts'
import { openDocumentFiles } from '../src/server/files/open-files.ts'
import { encryptedTables } from './encrypted-tables.ts'
import { failureText } from './failure-text.ts'
import { findInstalledDatabase, secretOf } from './find-installed-database.ts'

async function run(): Promise<boolean> {
  const environment = readEnvironment('demonstration')
  if (environment.databaseUrl !== null && environment.documentKeys === null)
    throw new EnvironmentError('DOCUMENT_KEYS is missing: the keys of the program.')
  const database = await findInstalledDatabase(environment)
  const secret = await secretOf(environment)
  const databases = openDatabases({ server: database.server, secret, maxPerBook: 1 })
  const files = openDocumentFiles(environment, secret)
  let isComplete = true
  const report = (name: string, { checked, failed }: FileCheck) => {
    console.log(`${name}: ${checked} read, ${failed.length} failed`)
    for (const { rowId, problem } of failed) console.log(`  ${rowId}: ${problem}`)
    if (failed.length > 0) isComplete = false
  }
  try {
    for (const { name, ...rows } of encryptedTables(databases))
      report(name, await checkFiles({ ...rows, files }))
  } finally {
    await databases.close()
    await database.stop()
  }
  return isComplete
}

try {
  if (!(await run())) process.exitCode = 1
} catch (error) {
  console.error(failureText(error, [EnvironmentError, EmbeddedPostgresError]))
  process.exitCode = 2
}
