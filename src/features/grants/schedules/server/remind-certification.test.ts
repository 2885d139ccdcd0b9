import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '../../../../app/server/jobs.ts'
import { books } from '../../../../clients/clients.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import { type JobWorker, startJobWorker } from '../../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund } from '../../../../testing/factories/make-fund.ts'
import { schedule, scheduleTerms, setState } from '../../../../testing/grants/schedule-calls.ts'
import { jobSettings } from '../../../../testing/jobs.ts'
import { jobsDone } from '../../../../testing/mailbox.ts'
import { stopSchedule } from '../schedules.contract.ts'
import { remindOfCertifications } from './remind-certification.ts'

const clock = testClock('2025-01-10T15:00:00Z')
let portal: TestApp
let fund: MadeFund
let worker: JobWorker

beforeAll(async () => {
  portal = await startTestApp({ clock })
  fund = await makeFund(portal)
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const run = async (day: string) => {
  const book = books.find(({ name }) => name === 'npt')
  if (!book) throw new Error('no book npt')
  await remindOfCertifications.run({
    ...{ book, db: portal.databases.book('npt'), day: day as IsoDate, now: new Date(`${day}T12:00:00Z`) },
    documentFiles: null,
    signal: new AbortController().signal,
  })
  await jobsDone(portal)
  const { rows } = await portal.database.admin.query<{ subject: string }>(
    `select subject from outgoing_mail where subject like '%certify%'`,
  )
  return rows.length
}

test('reminds once, thirty days before the end of a certification, and of no schedule that was stopped (§13)', async () => {
  const { charityId } = await makeCharity(portal.databases)
  await schedule(portal, fund, scheduleTerms(charityId, { startsOn: '2025-02-15' }))
  const stopped = (await schedule(portal, fund, scheduleTerms(charityId, { startsOn: '2025-03-17' }))).reply
  await setState(portal, fund, stopSchedule, stopped)
  // Certified on January 10, 2025, so until January 10, 2026.
  expect(await run('2025-12-10')).toBe(0)
  expect(await run('2025-12-11')).toBe(1)
  expect(await run('2025-12-11')).toBe(1)
  expect(await run('2025-12-12')).toBe(1)
})
