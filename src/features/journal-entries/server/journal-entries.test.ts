import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeEntry } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { getSectionRows } from '../../fund-activity/fund-activity.contract.ts'
import { feePostings, marketPostings } from '../../ledger/domain/postings.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import {
  checkPostingBatch,
  enterPostingBatch,
  getPostingBatch,
  reversePostingBatch,
} from '../../posting-batches/posting-batches.contract.ts'
import { listPostingRequests } from '../../posting-requests/posting-requests.contract.ts'
import {
  type EntryCorrection,
  getJournalEntry,
  listJournalEntries,
  reverseJournalEntry,
} from '../journal-entries.contract.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof postingCalls>
let wrong: MadeFund

beforeAll(async () => {
  world = await startPostingWorld(clock)
  calls = postingCalls(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  wrong = await makeFund(world.portal, { balanceMinor: 100_000_00n })
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const reason = 'The custodian sent wrong figures'
const range = { from: '2026-01-01' as IsoDate, to: '2026-03-16' as IsoDate }

const gain = (fund: MadeFund, amountMinor: bigint) =>
  makeEntry(world.portal.databases, fund, {
    kind: 'gain',
    postings: marketPostings(fund.accountId, amountMinor),
    on: '2026-02-10',
  })
const reverse = (
  entryId: string,
  {
    as = world.staff,
    key = randomUUID(),
    replacement = null,
  }: {
    as?: Person
    key?: string
    replacement?: EntryCorrection['replacement']
  } = {},
) =>
  world.portal.call(
    reverseJournalEntry,
    { params: { entryId }, body: command({ reason, replacement }) },
    { as: as.session, idempotencyKey: key },
  )
const show = async (entryId: string, as = world.staff) =>
  (await world.portal.call(getJournalEntry, { params: { entryId } }, { as: as.session })).reply
const find = async (query: object) =>
  (await world.portal.call(listJournalEntries, { query }, { as: world.staff.session })).reply.data
const rowsOf = async (fund: MadeFund, section: number) =>
  (
    await world.portal.call(
      getSectionRows,
      { params: { fundId: fund.fundId, section }, query: range },
      { as: fund.donor.session },
    )
  ).reply.data
const availableOf = (fund: MadeFund) => postingCalls({ ...world, fund }).available()
const waitingFor = async (fund: MadeFund) =>
  (await postingCalls({ ...world, fund }).waiting())[0]?.requestId ?? ''
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()
const isSound = async () =>
  expect((await verifyLedger(world.portal.databases.book('npt'))).differences).toEqual([])

describe('an entry of the ledger', () => {
  test('is found by its number, account, amount and dates', async () => {
    const entryId = await gain(wrong, 77_123_45n)
    const { transactionId } = await show(entryId)
    const ofAccount = { keywords: String(wrong.fundId) }
    for (const query of [
      { keywords: String(transactionId) },
      { amountMinor: 77_123_45n },
      { ...ofAccount, from: '2026-02-10' as IsoDate, to: '2026-02-10' as IsoDate },
    ])
      expect((await find(query)).map(({ entryId: found }) => found)).toEqual([entryId])
    expect((await find(ofAccount)).length).toBe(2)
    expect(await find({ ...ofAccount, from: '2026-02-11' as IsoDate })).toEqual([])
    expect(await find({ keywords: '999999999999999999' })).toEqual([])
    expect(await find({ keywords: "%' or 1=1 --" })).toEqual([])
  })

  test('is reversed once, with the day that it concerns, and its donor reads why', async () => {
    const entryId = await gain(wrong, 1_000_00n)
    const before = await availableOf(wrong)
    const key = randomUUID()
    const first = await reverse(entryId, { key })
    expect(first.reply).toMatchObject({ mayReverse: false, postingRequest: null })
    expect((await reverse(entryId, { key })).reply).toEqual(first.reply)
    expect((await reverse(entryId)).problem.detail).toContain('already been reversed')
    expect(await availableOf(wrong)).toBe(before - 1_000_00n)
    const { reversedBy } = await show(entryId)
    const reversal = await show(reversedBy?.entryId ?? '')
    expect(reversal).toMatchObject({
      concernsDate: '2026-02-10',
      effectiveDate: '2026-03-16',
      mayReverse: false,
    })
    expect((await reverse(reversal.entryId)).problem.detail).toContain('is a reversal')
    expect(await rowsOf(wrong, 3)).toMatchObject([
      {
        transactionTypeName: 'Reversal',
        comment: reason,
        amount: -1_000_00n,
        concernsDate: '2026-02-10',
        linked: { link: 'reverses', effectiveDate: '2026-02-10' },
      },
      { amount: 1_000_00n, linked: { link: 'reversed', effectiveDate: '2026-03-16' } },
    ])
    await isSound()
  })

  test('is reversed once by many at the same time', async () => {
    const entryId = await gain(wrong, 10_00n)
    const answers = await Promise.all(
      [world.staff, world.other, world.staff, world.other].map(as => reverse(entryId, { as })),
    )
    expect(statuses(answers)).toEqual([200, 409, 409, 409])
    await isSound()
  })

  test('is posted anew in the right fund, of which the wrong fund reads nothing', async () => {
    const entryId = await gain(wrong, 1_000_00n)
    const before = await calls.available()
    const replacement = { fundId: world.fund.fundId, amountMinor: 900_00n, comment: '' }
    const { correctedBy } = (await reverse(entryId, { replacement })).reply
    expect(await calls.available()).toBe(before + 900_00n)
    expect(await show(correctedBy?.entryId ?? '')).toMatchObject({
      transactionTypeName: 'Investment gain',
      concernsDate: '2026-02-10',
      corrects: { entryId },
    })
    expect(await rowsOf(world.fund, 3)).toMatchObject([{ concernsDate: '2026-02-10', linked: null }])
    const unknown = await reverse(await gain(wrong, 1_00n), {
      replacement: { ...replacement, fundId: 99_999_998 },
    })
    expect(unknown.status).toBe(400)
    const fee = await makeEntry(world.portal.databases, wrong, {
      kind: 'administrative_fee',
      postings: feePostings(wrong.accountId, 1_00n),
    })
    // A fee takes no fund below zero, and nothing of a refused correction is posted.
    const poor = await makeFund(world.portal, { balanceMinor: 1_00n })
    const tooMuch = await reverse(fee, {
      replacement: { fundId: poor.fundId, amountMinor: 2_00n, comment: '' },
    })
    expect(tooMuch.problem.detail).toContain('cannot be posted')
    expect(await show(fee)).toMatchObject({ reversedBy: null, mayReverse: true })
    await isSound()
  })

  test('takes two people from the threshold on, never its request’s own', async () => {
    const entryId = await gain(wrong, 25_000_00n)
    expect((await reverse(entryId)).reply.postingRequest).toMatchObject({ kind: 'reverse-entry' })
    expect((await reverse(entryId, { as: world.other })).problem.detail).toContain('waits for a second')
    const id = await waitingFor(wrong)
    expect((await calls.confirm(id, world.staff)).problem.type).toMatch(/access-denied$/)
    expect(statuses(await Promise.all([calls.confirm(id), calls.confirm(id)]))).toEqual([200, 409])
    expect((await show(entryId)).reversedBy).not.toBeNull()
    await isSound()
  })

  test('is reversed by nobody of another book, without the permission, or against its own command', async () => {
    const entryId = await gain(wrong, 5_00n)
    const elsewhere = await makeStaff(world.portal, { realm: 'ubs' })
    const call = (as: Person, client?: string) =>
      world.portal.call(
        reverseJournalEntry,
        { params: { entryId }, body: command({ reason, replacement: null }) },
        { as: as.session, ...(client === undefined ? {} : { client }) },
      )
    expect((await call(elsewhere, 'ubs')).status).toBe(404)
    const creator = await makeStaff(world.portal, {
      roles: [{ role: 'super_user', actions: ['POSTING_CREATE'] }],
    })
    expect((await call(creator)).problem.type).toMatch(/access-denied$/)
    expect((await call(wrong.donor)).status).toBe(400)
    await calls.approvedGrant(500_00n)
    const { contributionId } = await calls.received(50_00n)
    expect((await calls.contribution(contributionId))?.state).toBe('received')
    const entries = await find({ keywords: String(world.fund.fundId), first: 20 })
    for (const kind of ['grant', 'contribution'] as const) {
      const owned = entries.find(({ owner }) => owner?.kind === kind)
      const refused = await reverse(owned?.entryId ?? '')
      expect(refused.problem.detail).toContain(`belongs to a ${kind}`)
    }
  })
})

describe('a single line of a batch', () => {
  test('is reversed by two people if one entered it, and the reversal of the batch leaves it out', async () => {
    const file = new TextEncoder().encode(
      `Account ID,Kind,Date,Amount,Comment\n${wrong.fundId},Gain,2026-02-10,100.00,\n${world.fund.fundId},Gain,2026-02-10,200.00,Second line`,
    )
    const query = { name: 'q.csv', reference: `Gains ${randomUUID()}` }
    const as = world.staff.session
    const { planHash } = (
      await world.portal.call(checkPostingBatch, { query: { name: 'q.csv' }, upload: file }, { as })
    ).reply
    const { batchId, batchNumber } = (
      await world.portal.call(enterPostingBatch, { query: { ...query, planHash }, upload: file }, { as })
    ).reply
    const confirmRequest = async () => {
      const { reply } = await world.portal.call(listPostingRequests, {}, { as: world.other.session })
      const id = reply.data.find(({ subjectId }) => subjectId === batchId)?.requestId ?? ''
      expect((await calls.confirm(id)).status).toBe(200)
      await jobsDone(world.portal)
    }
    await confirmRequest()
    const before = [await availableOf(wrong), await calls.available()]
    const lines = await find({ batchNumber })
    const first = lines.find(({ owner }) => owner?.line === 2)
    expect(lines.find(({ owner }) => owner?.line === 3)).toMatchObject({
      owner: { kind: 'batch', number: batchNumber, line: 3 },
      comment: 'Second line',
    })
    // Who entered the batch reverses nothing of it alone.
    expect((await reverse(first?.entryId ?? '')).reply.postingRequest).not.toBeNull()
    expect((await calls.confirm(await waitingFor(wrong))).status).toBe(200)
    const reversalOfBatch = await world.portal.call(
      reversePostingBatch,
      { params: { batchId }, body: command({ reason }) },
      { as },
    )
    expect(reversalOfBatch.status).toBe(200)
    await confirmRequest()
    expect([await availableOf(wrong), await calls.available()]).toEqual([
      (before[0] ?? 0n) - 100_00n,
      (before[1] ?? 0n) - 200_00n,
    ])
    const { reply } = await world.portal.call(getPostingBatch, { params: { batchId } }, { as })
    expect(reply).toMatchObject({ status: 'reversed', reversedLines: 2 })
    await isSound()
  })
})
