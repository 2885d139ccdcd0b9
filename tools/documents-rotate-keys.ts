// npm run documents:rotate-keys -- --realm npt --by ann@bank.example
// Encrypts the keys of all documents, of every book and realm, with the first key of DOCUMENT_KEYS, so that older ones can be removed.
// Records who did it: --realm is the realm of that person. Exits with 1 if some could not be rotated. See docs/operate.md.
import { parseArgs } from 'node:util'
import { books, realms } from '../src/clients/clients.ts'
import { findOperator } from '../src/features/users/server/find-operator.ts'
import { Refused } from '../src/features/users/server/operator.ts'
import { recordAuditEvent } from '../src/server/audit/record-audit-event.ts'
import { recordRotatedKeys } from '../src/server/audit/record-command.ts'
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import type { EncryptedTable } from '../src/server/files/encrypted-rows.queries.ts'
import { openDocumentFiles } from '../src/server/files/open-files.ts'
import { type Rotation, rotateKeys } from '../src/server/files/rotate-keys.ts'
import { encryptedTables } from './encrypted-tables.ts'
import { failureText } from './failure-text.ts'
import { findInstalledDatabase, secretOf } from './find-installed-database.ts'
import { requireBy } from './operator-arguments.ts'

function readArguments() {
  const { realm, by } = parseArgs({ options: { realm: { type: 'string' }, by: { type: 'string' } } }).values
  if (!realm || !realms.includes(realm))
    throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}: that of the person of --by.`)
  return { operatorRealm: realm, by: requireBy(by, 'rotates the keys') }
}

async function run(): Promise<boolean> {
  const { operatorRealm, by } = readArguments()
  const environment = readEnvironment('demonstration')
  if (environment.databaseUrl !== null && environment.documentKeys === null)
    throw new EnvironmentError('DOCUMENT_KEYS is missing: the new key first, and the older ones after it.')
  const database = await findInstalledDatabase(environment)
  const secret = await secretOf(environment)
  const databases = openDatabases({ server: database.server, secret, maxPerBook: 1 })
  const documentFiles = openDocumentFiles(environment, secret)
  let isComplete = true
  const report = (name: string, { rotated, failed }: Rotation) => {
    console.log(`${name}: ${rotated} rotated to ${documentFiles.keys.currentKeyId}, ${failed.length} failed`)
    for (const { rowId, keyId } of failed)
      console.log(`  ${rowId}: its key ${keyId} is missing or does not match`)
    if (failed.length > 0) isComplete = false
  }
  try {
    const { keys } = documentFiles
    const operator = await findOperator(databases.realm(operatorRealm), by, new Date())
    const eventOf = (realm: string, table: EncryptedTable, rotated: number) => ({
      // A person of another realm is unknown there, so their name is recorded with their realm.
      userId: realm === operatorRealm ? operator.userId : null,
      at: new Date(),
      detail: {
        ...{ key: keys.currentKeyId, table, keys: String(rotated), by: 'npm run documents:rotate-keys' },
        operator: realm === operatorRealm ? operator.name : `${operator.name} (${operatorRealm})`,
      },
    })
    const ofBooks = new Map<string, Rotation>(books.map(({ name }) => [name, { rotated: 0, failed: [] }]))
    for (const { name, realm, book, ...rows } of encryptedTables(databases)) {
      const event = (rotated: number) => eventOf(realm, rows.table, rotated)
      const rotation = await rotateKeys({
        ...{ ...rows, keys },
        record: async (trx, rotated) =>
          book === null
            ? await recordAuditEvent(trx, { ...event(rotated), kind: 'document-keys-rotated', address: '' })
            : await recordRotatedKeys(trx, event(rotated)),
      })
      const before = book === null ? undefined : ofBooks.get(book)
      if (before === undefined) report(name, rotation)
      else {
        before.rotated += rotation.rotated
        before.failed.push(...rotation.failed)
      }
    }
    for (const [book, rotation] of ofBooks) report(book, rotation)
  } finally {
    await databases.close()
    await database.stop()
  }
  return isComplete
}

try {
  if (!(await run())) process.exitCode = 1
} catch (error) {
  console.error(failureText(error, [EnvironmentError, EmbeddedPostgresError, Refused]))
  process.exitCode = 2
}
