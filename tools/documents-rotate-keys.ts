// npm run documents:rotate-keys -- --realm npt --by ann@bank.example
// Encrypts the keys of all documents, of every book and realm, with the first key of DOCUMENT_KEYS, so that older ones can be removed.
// Records who did it: --realm is the realm of that person. Exits with 1 if some could not be rotated. See docs/operate.md.
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { books, realms } from '../src/clients/clients.ts'
import { ownerOf as ownerOfBankDetails } from '../src/features/charity-profiles/server/encrypt-bank-numbers.ts'
import { ownerOfPaper } from '../src/features/charity-vetting/server/vetting-papers.ts'
import { keyOfStaffDocument } from '../src/features/documents/server/staff/store-staff-document.ts'
import { keyOfDocument } from '../src/features/documents/server/store-document.ts'
import { findOperator, Refused } from '../src/features/leavers/server/find-operator.ts'
import { bankFileOwner } from '../src/features/payments/server/bank-file-owner.ts'
import { fileOwner } from '../src/features/payments/server/run-file.ts'
import { keyOfFile } from '../src/features/signing/server/envelope-store.ts'
import { recordAuditEvent } from '../src/server/audit/record-audit-event.ts'
import { recordRotatedKeys } from '../src/server/audit/record-command.ts'
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import type { DB } from '../src/server/db/schema.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { openDocumentFiles } from '../src/server/files/open-files.ts'
import type { EncryptedTable } from '../src/server/files/rotate-keys.queries.ts'
import { type Rotation, rotateKeys } from '../src/server/files/rotate-keys.ts'
import { findInstalledDatabase, secretOf } from './find-installed-database.ts'
import { requireBy } from './operator-arguments.ts'

type OwnerOf = (bookOrRealm: string, rowId: string) => string

// Together they name every table with encrypted files; the compiler finds one that is missing.
const ofBooks = {
  document: keyOfDocument,
  envelope_file: keyOfFile,
  payment_run: fileOwner,
  bank_file: bankFileOwner,
} as const satisfies Partial<Record<EncryptedTable, OwnerOf>>
const ofRealms = {
  staff_document: { name: 'staff', ownerOf: keyOfStaffDocument },
  charity_bank_details: { name: 'bank details', ownerOf: ownerOfBankDetails },
  charity_vetting_paper: { name: 'vetting documents', ownerOf: ownerOfPaper },
} as const satisfies Record<Exclude<EncryptedTable, keyof typeof ofBooks>, { name: string; ownerOf: OwnerOf }>

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
    const operator = await findOperator(databases.realm(operatorRealm), by)
    const eventOf = (realm: string, table: EncryptedTable, rotated: number) => ({
      // A person of another realm is unknown there, so their name is recorded with their realm.
      userId: realm === operatorRealm ? operator.userId : null,
      at: new Date(),
      detail: {
        ...{ key: keys.currentKeyId, table, keys: String(rotated), by: 'npm run documents:rotate-keys' },
        operator: realm === operatorRealm ? operator.name : `${operator.name} (${operatorRealm})`,
      },
    })
    for (const { name: book, realm } of books) {
      const db = databases.book(book)
      const parts: Rotation[] = []
      for (const [table, ownerOf] of entriesOf(ofBooks))
        parts.push(
          await rotateKeys({
            ...{ db, keys, table, ownerOf: rowId => ownerOf(book, rowId) },
            record: (trx, rotated) => recordRotatedKeys(trx, eventOf(realm, table, rotated)),
          }),
        )
      report(book, {
        rotated: parts.reduce((sum, { rotated }) => sum + rotated, 0),
        failed: parts.flatMap(({ failed }) => failed),
      })
    }
    for (const realm of realms)
      for (const [table, { name, ownerOf }] of entriesOf(ofRealms)) {
        const rows = {
          db: databases.realm(realm),
          keys,
          table,
          ownerOf: (rowId: string) => ownerOf(realm, rowId),
          record: async (trx: Kysely<DB>, rotated: number) =>
            await recordAuditEvent(trx, {
              ...eventOf(realm, table, rotated),
              kind: 'document-keys-rotated',
              address: '',
            }),
        }
        report(`${name} of ${realm}`, await rotateKeys(rows))
      }
  } finally {
    await databases.close()
    await database.stop()
  }
  return isComplete
}

/** Object.entries with the types of the keys. */
const entriesOf = <Key extends string, Value>(table: Readonly<Record<Key, Value>>) =>
  // The tables above have no other keys than those of their types.
  Object.entries(table) as [Key, Value][]

try {
  if (!(await run())) process.exitCode = 1
} catch (error) {
  const isExpected = [EnvironmentError, EmbeddedPostgresError, Refused].some(kind => error instanceof kind)
  console.error(isExpected && error instanceof Error ? error.message : error)
  process.exitCode = 2
}
