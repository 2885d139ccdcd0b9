import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { killedAt } from '../../../testing/killed-at.ts'
import type { MonthCommand } from '../../../testing/month-program.ts'
import { contributionPostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { closeMonth, getMonthClose } from '../close/month-close.contract.ts'
import { exportJournal, getJournal } from '../journal/journal.contract.ts'

// `kill -9` of the program while it stores a closed month, and while it stores the journal that leaves.

const now = '2026-11-20T15:00:00Z'
const month = '2026-10'
let portal: TestApp
let staff: Person
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock(now) })
  staff = await makeStaff(portal)
  fund = await makeFund(portal)
  await portal.database.admin.query(
    `insert into book_check (book, day, checked_at, compared, difference_count) values ('npt', '2026-11-19', now(), '{}', 0)`,
  )
  await post(70_00n)
})
afterAll(() => portal.close())

const post = (amountMinor: bigint) =>
  postEntry(portal.databases.book('npt'), {
    ...{ kind: 'contribution_cash', currency: 'USD', effectiveDate: isoDate('2026-10-20') },
    postings: contributionPostings(fund.accountId, amountMinor, 'spendable'),
    ...{ actorUserId: null, onBehalfOfUserId: null },
  })
const asStaff = (key = randomUUID()) => ({ as: staff.session, idempotencyKey: key })
const body = <A>(attributes: A) => ({ body: { data: { type: 'command' as const, attributes } } })
const closes = async () => (await portal.call(getMonthClose, {}, { as: staff.session })).reply
const journal = async () => (await portal.call(getJournal, { query: { month } }, { as: staff.session })).reply

async function killed(table: string, command: MonthCommand, attributes: object): Promise<void> {
  const { host, port, database } = portal.database.connection
  const about = { server: { host, port, database }, command, attributes, userId: staff.user.userId, now }
  await killedAt(portal.database, {
    ...{ table, when: 'true', script: 'src/testing/month-program.ts' },
    args: [JSON.stringify(about)],
  })
}

test('a journal whose export is killed has not left, and leaves once at the next press', {
  timeout: 120_000,
}, async () => {
  await killed('journal_export', 'exportJournal', { month })
  expect((await journal()).exports).toEqual([])
  const first = await portal.call(exportJournal, body({ month }), asStaff())
  expect(first.reply).toMatchObject({ isNew: true, fileName: `journal-npt-${month}-1.csv` })
  const again = await portal.call(exportJournal, body({ month }), asStaff())
  expect(again.reply).toEqual({ ...first.reply, isNew: false })

  // What comes later is in no file until its own is whole.
  await post(5_00n)
  await killed('journal_export', 'exportJournal', { month })
  expect((await journal()).exports).toHaveLength(1)
  const second = await portal.call(exportJournal, body({ month }), asStaff())
  expect(second.reply).toMatchObject({ isNew: true, fileName: `journal-npt-${month}-2.csv` })
})

test('a month whose close is killed is open, takes entries, and is closed once at the next press', {
  timeout: 120_000,
}, async () => {
  const { next } = await closes()
  expect(next.month).toBe(month)
  const attributes = { month, checksHash: next.checksHash, note: 'No statement came' }
  await killed('month_close', 'closeMonth', attributes)
  expect((await closes()).data).toEqual([])
  await post(3_00n)
  const { rows } = await portal.database.admin.query(
    `select count(*)::int as entries from journal_entry where effective_date = '2026-10-20'`,
  )
  expect(rows).toEqual([{ entries: 3 }])
  const key = randomUUID()
  const answers = [
    await portal.call(closeMonth, body(attributes), asStaff(key)),
    await portal.call(closeMonth, body(attributes), asStaff(key)),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await closes()).data.map(each => each.month)).toEqual([month])
})
