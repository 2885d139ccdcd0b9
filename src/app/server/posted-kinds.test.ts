import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isoDate } from '../../domain/dates.ts'
import { getSectionRows } from '../../features/fund-activity/fund-activity.contract.ts'
import {
  listJournalEntries,
  reverseJournalEntry,
} from '../../features/journal-entries/journal-entries.contract.ts'
import { batchKindNames, batchKinds } from '../../features/posting-batches/domain/posting-batch.ts'
import {
  checkPostingBatch,
  enterPostingBatch,
  listPostingBatchLines,
} from '../../features/posting-batches/posting-batches.contract.ts'
import { hostOf, type TestSession } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { makePersonOf, makeStaff } from '../../testing/factories/make-fund.ts'
import { jobsDone } from '../../testing/mailbox.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../testing/posting-world.ts'
import { readPdf } from '../../testing/read-pdf.ts'

const lines = [
  'Gain,2026-03-10,1000.00,The shares of the pool rose',
  'Loss,2026-03-10,10.00,',
  // February is closed.
  'Income,2026-02-27,20.00,Dividends of February',
  'Administrative fee,2026-03-11,5.00,',
  'Investment fee,2026-03-11,6.00,',
  'Other,2026-03-12,-4.00,Wire fee of the bank',
  'Exclude,2026-03-12,100.00,A claim against the estate',
  'Release,2026-03-13,40.00,The claim was settled',
]
const range = { from: isoDate('2026-01-01'), to: isoDate('2026-03-16') }
const reason = 'The custodian sent wrong figures'

let world: PostingWorld
let batchId = ''
let batchNumber = 0
let advisor: TestSession
let auditor: TestSession

beforeAll(async () => {
  world = await startPostingWorld(testClock(postingTime))
  const { portal, fund } = world
  advisor = (await makePersonOf(portal, fund, 'primary_advisor')).session
  auditor = (await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })).session
  await portal.database.admin.query(
    `insert into month_close (book, month, checks, balances, closed_by, closed_by_name, closed_at)
      values ('npt', '2026-02-01', '[]', '{}', uuidv7(), 'A', now())`,
  )
})
afterAll(() => world.stop())

let posting: Promise<void> | undefined
// Only within a test may it wait for the job.
beforeEach(async () => {
  posting ??= post()
  await posting
})

/** Posts a batch of all kinds, one line of which belongs to a closed month, and reverses that line. */
async function post(): Promise<void> {
  const { portal, fund, staff } = world
  const text = ['Account ID,Kind,Date,Amount,Comment', ...lines.map(line => `${fund.fundId},${line}`)].join(
    '\n',
  )
  const upload = new Uint8Array(Buffer.from(text))
  const as = { as: staff.session, idempotencyKey: randomUUID() }
  const { planHash } = (await portal.call(checkPostingBatch, { query: { name: 'q1.csv' }, upload }, as)).reply
  const query = { name: 'q1.csv', reference: 'First quarter', planHash }
  ;({ batchId, batchNumber } = (await portal.call(enterPostingBatch, { query, upload }, as)).reply)
  const calls = postingCalls(world)
  expect((await calls.confirm(await calls.requestOfSubject(batchId))).status).toBe(200)
  await jobsDone(portal)
  const income = (await entries()).find(({ concernsDate }) => concernsDate !== null)
  const reversed = await portal.call(
    reverseJournalEntry,
    {
      params: { entryId: income?.entryId ?? '' },
      body: { data: { type: 'command', attributes: { reason, replacement: null } } },
    },
    { as: (await makeStaff(portal)).session, idempotencyKey: randomUUID() },
  )
  expect(reversed.status).toBe(200)
}

const entries = async (as = world.staff.session) =>
  (await world.portal.call(listJournalEntries, { query: { batchNumber, first: 50 } }, { as })).reply.data
const rowsOf = async (section: number, as: TestSession) =>
  (
    await world.portal.call(
      getSectionRows,
      { params: { fundId: world.fund.fundId, section }, query: { ...range, first: 50 } },
      { as, fundId: world.fund.fundId },
    )
  ).reply.data
const download = async (path: string, as: TestSession) =>
  await world.portal.app.inject({
    url: `/api/${path}`,
    headers: { host: hostOf('npt'), 'x-accountid': '0', ...as.headers },
  })

/** Section, name, day, the earlier day that it concerns, comment. */
const expected = [
  [3, 'Investment gain', '2026-03-10', null, 'The shares of the pool rose'],
  [3, 'Investment loss', '2026-03-10', null, null],
  [3, 'Dividends and interest', '2026-03-01', '2026-02-27', 'Dividends of February'],
  [3, 'Reversal', '2026-03-16', '2026-03-01', reason],
  [4, 'Other activity', '2026-03-12', null, 'Wire fee of the bank'],
  [5, 'Administrative fee', '2026-03-11', null, null],
  [5, 'Investment fee', '2026-03-11', null, null],
  [9, 'Asset restricted', '2026-03-12', null, 'A claim against the estate'],
  [9, 'Excluded asset released', '2026-03-13', null, 'The claim was settled'],
]

describe('each kind that a batch posts (§2.6, §12)', () => {
  test.each(['donor', 'advisor', 'staff', 'auditor'] as const)(
    'is read by the %s with its name, both days and its comment',
    async person => {
      const sessions = { donor: world.fund.donor.session, advisor, staff: world.staff.session, auditor }
      const shown = []
      for (const section of [3, 4, 5, 9])
        for (const row of await rowsOf(section, sessions[person]))
          shown.push([section, row.transactionTypeName, row.effectiveDate, row.concernsDate, row.comment])
      const inOrder = (rows: unknown[][]) => rows.map(row => JSON.stringify(row)).toSorted()
      expect(inOrder(shown)).toEqual(inOrder(expected))
      expect(new Set(shown.map(([, name]) => name))).toEqual(
        new Set([...batchKindNames.map(kind => batchKinds[kind].label), 'Reversal']),
      )
    },
  )

  test('stands in the donor’s file and statement, with both days and what takes it back', async () => {
    const { fundId, donor } = world.fund
    const days = `from=${range.from}&to=${range.to}`
    const { body } = await download(`accounts/${fundId}/activity/3/export?format=csv&${days}`, donor.session)
    expect(body).toMatch(
      /2026-03-01,2026-02-27,Dividends and interest,"Reversed on March 16, 2026 by transaction \d+\. Concerns February 27, 2026\. Dividends of February"/,
    )
    expect(body).toMatch(
      /2026-03-16,2026-03-01,Reversal,"Takes back dividends and interest \d+ of March 1, 2026\. The custodian sent wrong figures"/,
    )
    const pdf = await download(`accounts/${fundId}/statement?${days}`, donor.session)
    const { text } = (await readPdf(pdf.rawPayload)).structure
    for (const [, name, , , comment] of expected) expect(text).toContain(comment ?? name)
    expect(text).toContain('Concerns February 27, 2026.')
    // The first document of a program starts threads and loads libraries.
  }, 90_000)

  test('leads staff from its line to its entry and back, with the day on which it was posted', async () => {
    const as = { as: world.staff.session }
    const query = { first: 50 }
    const found = (await world.portal.call(listPostingBatchLines, { params: { batchId }, query }, as)).reply
    const late = found.data.find(({ kind }) => kind === 'income')
    const posted = await entries()
    const reversal = (
      await world.portal.call(
        listJournalEntries,
        { query: { keywords: String(world.fund.fundId), first: 50 } },
        as,
      )
    ).reply.data.find(({ reverses }) => reverses !== null)
    expect(late).toMatchObject({
      ...{ effectiveDate: '2026-02-27', postedOn: '2026-03-01', state: 'reversed' },
      reversalTransactionId: reversal?.transactionId,
    })
    for (const { entryId, line, postedOn, reversalTransactionId } of found.data) {
      const entry = posted.find(each => each.entryId === entryId)
      expect(entry?.owner).toEqual({ kind: 'batch', id: batchId, number: batchNumber, line })
      if (line !== late?.line) expect([postedOn, reversalTransactionId]).toEqual([null, null])
    }
    const file = (await download(`posting-batches/${batchId}/lines/export?format=csv`, auditor)).body
    expect(file).toContain(`,Dividends and interest,2026-02-27,2026-03-01,20.00,`)
    const ledger = (await download(`journal-entries/export?format=csv&batchNumber=${batchNumber}`, auditor))
      .body
    expect(ledger).toContain(
      `"Batch ${batchNumber}, line ${late?.line}",,,${batchNumber},,,${reversal?.transactionId}`,
    )
  })
})
