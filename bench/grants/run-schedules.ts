import { books } from '../../src/clients/clients.ts'
import { dateOf } from '../../src/domain/dates.ts'
import { grantSchedules } from '../../src/features/grants/schedules/server/run-schedules.ts'
import { openDatabases } from '../../src/server/db/pools.ts'
import { runDueWork } from '../../src/server/jobs/due-work.ts'

export type SchedulesRun = {
  durationMs: number
  /** Resident memory, sampled five times a second. */
  residentMb: number[]
}

const { server, secret } = JSON.parse(process.argv[2] ?? '') as { server: never; secret: string }
const book = books.find(({ name }) => name === 'npt')
if (!book) throw new Error('no book npt')
const databases = openDatabases({ server, secret })
const now = new Date()
const residentMb: number[] = []
const sample = () => residentMb.push(process.memoryUsage.rss() / 2 ** 20)
const sampling = setInterval(sample, 200)
// A short run has a sample before and after it.
sample()
const startMs = performance.now()
const failed = await runDueWork([grantSchedules], {
  ...{ book, db: databases.book('npt'), today: dateOf(now, 'America/New_York'), hour: 12, now },
  documentFiles: null,
  signal: new AbortController().signal,
})
const durationMs = performance.now() - startMs
clearInterval(sampling)
sample()
if (failed.length > 0) throw new Error(String(failed[0]?.error))
await databases.close()
process.send?.({ durationMs, residentMb } satisfies SchedulesRun)
process.disconnect?.()
