import { afterAll, beforeAll, expect, test } from 'vitest'
import { books, clientOfBook } from '../../../clients/clients.ts'
import { countStaffQueues } from '../../../contract/staff-queues.contract.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { runDueWork } from '../../../server/jobs/due-work.ts'
import { startTestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { quarterlyStatements } from './make-statements.ts'

const clock = testClock('2026-06-15T15:00:00Z')
const portal = await startTestApp({ clock })
const client = clientOfBook('npt')
beforeAll(async () => {
  Object.assign(client, { statementsAfterClose: true })
  const fund = await makeFund(portal)
  await makeContribution(portal.databases, fund, 10_000_00n, { on: '2026-03-30' })
  clock.set('2026-11-20T15:00:00Z')
})
afterAll(async () => {
  Object.assign(client, { statementsAfterClose: false })
  await portal.close()
})

const db = () => portal.databases.book('npt')
async function workOn(day: string): Promise<void> {
  const book = books.find(({ name }) => name === 'npt')
  if (!book) throw new Error('no book npt')
  const failed = await runDueWork([quarterlyStatements], {
    ...{ hour: 12, book, db: db(), today: day as IsoDate, now: new Date(`${day}T12:00:00Z`) },
    ...{ documentFiles: portal.documentFiles, signal: new AbortController().signal },
  })
  expect(failed).toEqual([])
}
const close = (month: string) =>
  portal.database.admin.query(
    `insert into month_close (book, month, checks, balances, closed_by, closed_by_name, closed_at)
      values ('npt', $1, '[]', '{}', uuidv7(), 'Erin', now())`,
    [month],
  )
const quarters = async () =>
  (await portal.database.admin.query('select from_day::text, to_day::text from account_statement order by 1'))
    .rows
const waiting = async () => {
  const { session } = await makeStaff(portal)
  return (await portal.call(countStaffQueues, {}, { as: session })).reply.data['waiting-statements']
}
const second = { from_day: '2026-04-01', to_day: '2026-06-30' }
const third = { from_day: '2026-07-01', to_day: '2026-09-30' }

test('statements wait for the close of their quarter, staff are reminded, and a quarter that is closed late has them too', async () => {
  await workOn('2026-10-06')
  await workOn('2026-10-07')
  expect(await quarters()).toEqual([])
  expect(await waiting()).toBe(1)
  // The second quarter is closed after the third was due.
  await close('2026-06-01')
  expect(await waiting()).toBe(1)
  await workOn('2026-10-08')
  expect(await quarters()).toEqual([second])
  for (const month of ['2026-07-01', '2026-08-01', '2026-09-01']) await close(month)
  expect(await waiting()).toBe(0)
  await workOn('2026-10-09')
  await workOn('2026-10-10')
  expect(await quarters()).toEqual([second, third])
})
