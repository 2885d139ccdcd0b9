// npm run documents:rotate-keys: encrypts the keys of all documents with the first key of DOCUMENT_KEYS, so that older ones can be
// removed. Exits with 1 if some could not be rotated. See docs/operate.md.
import { books, realms } from '../src/clients/clients.ts'
import { rotateBankDetailKeys } from '../src/features/charities/server/bank-details.ts'
import { rotateVettingPaperKeys } from '../src/features/charities/server/vetting-papers.ts'
import { type Rotation, rotateDocumentKeys } from '../src/features/documents/server/rotate-keys.ts'
import { rotateStaffDocumentKeys } from '../src/features/documents/server/staff/maintain-staff-documents.ts'
import { rotatePaymentKeys } from '../src/features/payments/server/rotate-payment-keys.ts'
import { rotateEnvelopeKeys } from '../src/features/signing/server/rotate-envelope-keys.ts'
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { openDocumentFiles } from '../src/server/files/open-files.ts'
import { findInstalledDatabase, secretOf } from './find-installed-database.ts'

async function run(): Promise<boolean> {
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
    for (const { documentId, keyId } of failed)
      console.log(`  ${documentId}: its key ${keyId} is missing or does not match`)
    if (failed.length > 0) isComplete = false
  }
  try {
    for (const { name } of books) {
      const store = { book: name, db: databases.book(name), documentFiles }
      const [documents, envelopes] = [await rotateDocumentKeys(store), await rotateEnvelopeKeys(store)]
      const payments = await rotatePaymentKeys({ book: name, db: store.db, keys: documentFiles.keys })
      const parts = [documents, envelopes, payments]
      report(name, {
        rotated: parts.reduce((sum, { rotated }) => sum + rotated, 0),
        failed: parts.flatMap(({ failed }) => failed),
      })
    }
    for (const realm of realms) {
      const store = { realm, realmDb: databases.realm(realm), documentFiles }
      report(`staff of ${realm}`, await rotateStaffDocumentKeys(store))
      const { realmDb } = store
      report(
        `bank details of ${realm}`,
        await rotateBankDetailKeys({ realm, realmDb, keys: documentFiles.keys }),
      )
      report(
        `vetting documents of ${realm}`,
        await rotateVettingPaperKeys({ realm, realmDb, keys: documentFiles.keys }),
      )
    }
  } finally {
    await databases.close()
    await database.stop()
  }
  return isComplete
}

try {
  if (!(await run())) process.exitCode = 1
} catch (error) {
  const isExpected = [EnvironmentError, EmbeddedPostgresError].some(kind => error instanceof kind)
  console.error(isExpected && error instanceof Error ? error.message : error)
  process.exitCode = 2
}
