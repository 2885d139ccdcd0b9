// npm run ledger:verify: compares the stored balances and subtotals of every book with its postings.
// Exits with 1 if they differ. See docs/operate.md.
import { books } from '../src/clients/clients.ts'
import { verifyLedger } from '../src/features/ledger/server/verify-ledger.ts'
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { failureText } from './failure-text.ts'
import { findInstalledDatabase, secretOf } from './find-installed-database.ts'
import { ledgerReportLines } from './ledger-report-lines.ts'

async function run(): Promise<boolean> {
  const environment = readEnvironment('demonstration')
  const database = await findInstalledDatabase(environment)
  const secret = await secretOf(environment)
  const databases = openDatabases({ server: database.server, secret, maxPerBook: 1 })
  let isEqual = true
  try {
    for (const { name, currency } of books) {
      const report = await verifyLedger(databases.book(name))
      for (const line of ledgerReportLines({ name, currency }, report)) console.log(line)
      if (report.differences.length > 0) isEqual = false
    }
  } finally {
    await databases.close()
    await database.stop()
  }
  return isEqual
}

try {
  if (!(await run())) process.exitCode = 1
} catch (error) {
  console.error(failureText(error, [EnvironmentError, EmbeddedPostgresError]))
  process.exitCode = 2
}
