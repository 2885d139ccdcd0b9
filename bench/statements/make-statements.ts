import { monitorEventLoopDelay } from 'node:perf_hooks'
import { books } from '../../src/clients/clients.ts'
import { addDays, dateOf } from '../../src/domain/dates.ts'
import { lastQuarterDue, quarterDueOn } from '../../src/features/statements/domain/quarters.ts'
import { quarterlyStatements } from '../../src/features/statements/server/make-statements.ts'
import { openDatabases } from '../../src/server/db/pools.ts'
import { encryptedFiles } from '../../src/server/files/encrypted-files.ts'
import { folderFiles } from '../../src/server/files/folder-files.ts'
import { runDueWork } from '../../src/server/jobs/due-work.ts'
import { testDocumentKeys } from '../../src/testing/document-keys.ts'
import { temporaryDirectory } from '../../src/testing/temporary/temporary-directory.ts'

export type StatementsRun = {
  statements: number
  bytes: number
  durationMs: number
  residentMb: number
  /** 99th percentile. */
  loopDelayMs: number
}

const { server, secret } = JSON.parse(process.argv[2] ?? '') as { server: never; secret: string }
const book = books.find(({ name }) => name === 'npt')
if (!book) throw new Error('no book npt')
const databases = openDatabases({ server, secret })
const now = new Date()
const calendar = 'federal-reserve'
const quarter = lastQuarterDue(dateOf(now, 'America/New_York'), calendar)
let day = quarter.to
while (quarterDueOn(day, calendar) === null) day = addDays(day, 1)

const documentFiles = encryptedFiles(folderFiles(temporaryDirectory('statements')), testDocumentKeys)
let statements = 0
let bytes = 0
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const startMs = performance.now()
const failed = await runDueWork([quarterlyStatements], {
  hour: 12,
  ...{ book, db: databases.book('npt'), today: day, now },
  documentFiles: {
    ...documentFiles,
    put: async (file, plain) => {
      await documentFiles.put(file, plain)
      statements += 1
      bytes += plain.length
    },
  },
  signal: new AbortController().signal,
})
delay.disable()
if (failed.length > 0) throw new Error(String(failed[0]?.error))
const run: StatementsRun = {
  ...{ statements, bytes, durationMs: performance.now() - startMs },
  residentMb: process.resourceUsage().maxRSS / 1024,
  loopDelayMs: delay.percentile(99) / 1e6,
}
await databases.close()
process.send?.(run)
process.disconnect?.()
