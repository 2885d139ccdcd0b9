// npm run audit:verify [-- --checkpoints FOLDER …] [--public-keys]: verifies the audit log of every realm against its checkpoints, and the
// changes of each book and of each realm's people, and the certificates of grants, against the log.
// Exits with 1 if a log is broken. See docs/operate.md.
import { parseArgs } from 'node:util'
import { books, realms } from '../src/clients/clients.ts'
import { verifyBook } from '../src/features/grants/certificates/server/verify-book.ts'
import { checkpointKey } from '../src/server/audit/checkpoint-key.ts'
import { verifyAndRecord } from '../src/server/audit/verify-and-record.ts'
import { verifyChanges, verifyPersonChanges } from '../src/server/changes/verify-changes.ts'
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { certificatesLine, changesLine, progressText, reportLine } from './audit-report-line.ts'
import { failureText } from './failure-text.ts'
import { findInstalledDatabase, secretOf } from './find-installed-database.ts'

async function run(): Promise<boolean> {
  const { values } = parseArgs({
    options: { checkpoints: { type: 'string', multiple: true }, 'public-keys': { type: 'boolean' } },
  })
  const environment = readEnvironment('demonstration')
  const database = await findInstalledDatabase(environment)
  const secret = await secretOf(environment)
  const databases = openDatabases({ server: database.server, secret, maxPerBook: 1 })
  const show = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[2K${text}`)
  let isIntact = true
  try {
    for (const realm of realms) {
      const key = checkpointKey(secret, realm)
      const report = await verifyAndRecord(databases.realm(realm), {
        realm,
        key,
        folders: values.checkpoints ?? [environment.auditCheckpointDir, ...environment.otherCheckpointDirs],
        now: new Date(),
        onProgress: done => show(progressText(realm, done)),
      })
      show('')
      console.log(reportLine(report))
      if (values['public-keys']) console.log(key.public.export({ type: 'spki', format: 'pem' }))
      if (report.finding !== null) isIntact = false
      const people = await verifyPersonChanges(databases.realm(realm), realm)
      console.log(changesLine(people))
      if (people.finding !== null) isIntact = false
      for (const { name } of books.filter(book => book.realm === realm)) {
        const changes = await verifyChanges(databases.realm(realm), databases.book(name), name)
        console.log(changesLine(changes))
        if (changes.finding !== null) isIntact = false
        const certificates = await verifyBook(databases.realm(realm), databases.book(name), name)
        console.log(certificatesLine(name, certificates))
        if (certificates.finding !== null) isIntact = false
      }
    }
  } finally {
    await databases.close()
    await database.stop()
  }
  return isIntact
}

try {
  if (!(await run())) process.exitCode = 1
} catch (error) {
  console.error(failureText(error, [EnvironmentError, EmbeddedPostgresError]))
  process.exitCode = 2
}
