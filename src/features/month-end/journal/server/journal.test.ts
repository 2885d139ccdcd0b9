import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoDate } from '../../../../domain/dates.ts'
import { hostOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import type { EntryKind } from '../../../ledger/domain/entry.ts'
import {
  contributionPostings,
  feePostings,
  marketPostings,
  type Posting,
  payPostings,
  reservePostings,
} from '../../../ledger/domain/postings.ts'
import { postEntry } from '../../../ledger/server/post-entry.ts'
import { postReversal } from '../../../ledger/server/post-reversal.ts'
import { exportJournal, getJournal } from '../journal.contract.ts'

let portal: TestApp
let staff: Person
let fund: MadeFund

const post = (kind: EntryKind, on: string, postings: readonly Posting[]) =>
  postEntry(portal.databases.book('npt'), {
    ...{ kind, currency: 'USD', effectiveDate: isoDate(on), postings },
    ...{ actorUserId: null, onBehalfOfUserId: null },
  })

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock('2026-11-20T15:00:00Z') })
  staff = await makeStaff(portal)
  fund = await makeFund(portal)
  const { accountId } = fund
  await post('contribution_cash', '2026-10-01', contributionPostings(accountId, 70_00n, 'spendable'))
  await post('contribution_cash', '2026-10-02', contributionPostings(accountId, 30_00n, 'spendable'))
  const { entryId } = await post('gain', '2026-10-05', marketPostings(accountId, 11_00n))
  await postReversal(portal.databases.book('npt'), entryId, {
    ...{ today: isoDate('2026-10-31'), comment: 'Wrong figures', actorUserId: null },
  })
  await post('loss', '2026-10-06', marketPostings(accountId, -4_00n))
  await post('administrative_fee', '2026-10-07', feePostings(accountId, 3_00n))
  await post('grant_recommended', '2026-10-08', reservePostings(accountId, 50_00n))
  await post('grant_paid', '2026-10-09', payPostings(accountId, 50_00n))
})
afterAll(() => portal.close())

const read = async (month: string) =>
  (await portal.call(getJournal, { query: { month } }, { as: staff.session })).reply
const exportOf = (month: string, key: string = randomUUID()) =>
  portal.call(
    exportJournal,
    { body: { data: { type: 'command', attributes: { month } } } },
    { as: staff.session, idempotencyKey: key },
  )
const fileOf = async (exportId: string) =>
  (
    await portal.app.inject({
      url: `/api/month-end/journal-exports/${exportId}/file`,
      headers: { host: hostOf('npt'), ...staff.session.headers },
    })
  ).body
const sumOf = (file: string, column: number) =>
  file
    .trim()
    .split('\r\n')
    .slice(1)
    .reduce((sum, line) => sum + BigInt((line.split(',')[column] || '0').replace('.', '')), 0n)

test('the file has both sides of each kind with the sponsor’s accounts, balances, and is the same at every press', async () => {
  const { data, refusal } = await read('2026-10')
  expect(refusal).toBeNull()
  expect(data.find(({ kind }) => kind === 'grant_recommended')).toMatchObject({ debit: null, credit: null })
  const presses = await Promise.all([exportOf('2026-10'), exportOf('2026-10')])
  const [first, second] = presses.map(({ reply }) => reply)
  expect(second?.exportId).toBe(first?.exportId)
  expect(presses.filter(({ reply }) => reply.isNew)).toHaveLength(1)
  const file = await fileOf(first?.exportId ?? '')
  expect(createHash('sha256').update(file).digest('hex')).toBe(first?.digest)
  expect(file.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Journal,Date,Account,Description,Debit,Credit,Entries',
    'npt-2026-10-1,2026-10-31,6000,Administrative fee,3.00,,1',
    'npt-2026-10-1,2026-10-31,1200,Administrative fee,,3.00,1',
    'npt-2026-10-1,2026-10-31,1020,Cash contribution,100.00,,2',
    'npt-2026-10-1,2026-10-31,4000,Cash contribution,,100.00,2',
    'npt-2026-10-1,2026-10-31,1200,Investment gain,11.00,,1',
    'npt-2026-10-1,2026-10-31,4100,Investment gain,,11.00,1',
    'npt-2026-10-1,2026-10-31,4100,"Investment gain, reversed",11.00,,1',
    'npt-2026-10-1,2026-10-31,1200,"Investment gain, reversed",,11.00,1',
    'npt-2026-10-1,2026-10-31,5000,Grant,50.00,,1',
    'npt-2026-10-1,2026-10-31,1010,Grant,,50.00,1',
    'npt-2026-10-1,2026-10-31,4100,Investment loss,4.00,,1',
    'npt-2026-10-1,2026-10-31,1200,Investment loss,,4.00,1',
    '',
  ])
  expect((await read('2026-10')).refusal).toBe('Everything was exported.')
})

test('what comes later is a file of its own, with the difference alone', async () => {
  const before = (await exportOf('2026-10')).reply
  await post('contribution_cash', '2026-10-30', contributionPostings(fund.accountId, 7_50n, 'spendable'))
  const key = randomUUID()
  const next = (await exportOf('2026-10', key)).reply
  expect(next).toMatchObject({ isNew: true })
  expect(next.exportId).not.toBe(before.exportId)
  const file = await fileOf(next.exportId)
  expect(file).toContain('npt-2026-10-2,2026-10-31,1020,Cash contribution,7.50,,1')
  expect(file.trim().split('\r\n')).toHaveLength(3)
  expect([sumOf(file, 4), sumOf(file, 5)]).toEqual([7_50n, 7_50n])
  expect((await exportOf('2026-10', key)).reply).toEqual(next)
  expect(await fileOf(before.exportId)).not.toContain('7.50')
})

test('a month that is not over, one without entries and a client without accounts export nothing', async () => {
  expect((await exportOf('2026-11')).problem?.detail).toBe('November 2026 isn’t over yet.')
  expect((await exportOf('2001-01')).problem?.detail).toBe('Nothing of this month is booked.')
  const foreign = await makeStaff(portal, { realm: 'nptuk' })
  const theirs = await portal.call(
    getJournal,
    { query: { month: '2026-10' } },
    { as: foreign.session, client: 'nptuk' },
  )
  expect(theirs.reply).toMatchObject({ isMapped: false, data: [], exports: [] })
})

test('the database keeps what was exported', async () => {
  await expect(portal.database.admin.query('delete from journal_export')).rejects.toThrow()
  await expect(portal.database.admin.query(`update journal_export set number = number + 1`)).rejects.toThrow()
})
