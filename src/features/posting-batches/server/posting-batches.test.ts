import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientNamed } from '../../../clients/clients.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { maxLinesOfAccount } from '../domain/posting-batch.ts'
import {
  checkPostingBatch,
  enterPostingBatch,
  getPostingBatch,
  listPostingBatches,
  listPostingBatchLines,
  reversePostingBatch,
} from '../posting-batches.contract.ts'
import { applyPostingBatch, linesAtOnce } from './apply-posting-batch.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof postingCalls>
let poor: MadeFund

beforeAll(async () => {
  world = await startPostingWorld(clock)
  calls = postingCalls(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  poor = await makeFund(world.portal, { balanceMinor: 10_00n })
})

const head = 'Account ID,Kind,Date,Amount,Comment'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const fileOf = (...lines: string[]) => bytesOf([head, ...lines].join('\r\n'))

const check = (file: Uint8Array<ArrayBuffer>, as: Person = world.staff) =>
  world.portal.call(checkPostingBatch, { query: { name: 'q1.csv' }, upload: file }, { as: as.session })
const enter = async (
  file: Uint8Array<ArrayBuffer>,
  {
    as = world.staff,
    reference = `Gains ${randomUUID()}`,
    planHash,
    key = randomUUID(),
  }: { as?: Person; reference?: string; planHash?: string; key?: string } = {},
) =>
  world.portal.call(
    enterPostingBatch,
    {
      query: {
        name: 'q1.csv',
        reference,
        planHash: planHash ?? (await check(file)).reply.planHash,
      },
      upload: file,
    },
    { as: as.session, idempotencyKey: key },
  )
const requestOf = (batchId: string) => postingCalls(world).requestOfSubject(batchId)
const show = async (batchId: string) =>
  (await world.portal.call(getPostingBatch, { params: { batchId } }, { as: world.staff.session })).reply
const linesOf = async (batchId: string) =>
  (
    await world.portal.call(
      listPostingBatchLines,
      { params: { batchId }, query: { first: 500 } },
      { as: world.staff.session },
    )
  ).reply.data
/** Enters a file, confirms it and waits until it is posted. */
async function post(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const { batchId } = (await enter(file)).reply
  expect((await calls.confirm(await requestOf(batchId))).status).toBe(200)
  await jobsDone(world.portal)
  return batchId
}
const reverse = (batchId: string, as: Person = world.staff) =>
  world.portal.call(
    reversePostingBatch,
    {
      params: { batchId },
      body: { data: { type: 'command', attributes: { reason: 'The custodian sent wrong figures' } } },
    },
    { as: as.session },
  )
const availableOf = async (fund: MadeFund) => await postingCalls({ ...world, fund }).available()
const isSound = async () =>
  expect((await verifyLedger(world.portal.databases.book('npt'))).differences).toEqual([])

describe('a batch of postings', () => {
  test('tells what it would do, waits for a second person, posts once, and is reversed as a whole', async () => {
    const [fund, before] = [world.fund, await calls.available()]
    const file = fileOf(
      `${fund.fundId},Gain,2026-03-15,"1,000.10",`,
      `${fund.fundId},Loss,3/15/2026,0.10,`,
      `${fund.fundId},Income,2026-03-15,5.00,First quarter`,
      `${fund.fundId},Administrative fee,2026-03-15,25.00,`,
      `${fund.fundId},Other,2026-03-15,-4.00,Wire fee of the bank`,
      `${poor.fundId},Loss,2026-03-15,3.00,`,
      `${poor.fundId},Investment fee,2026-03-15,20.00,`,
      `${poor.fundId},Investment fee,2026-03-15,20.00,`,
    )
    const plan = (await check(file)).reply
    expect(plan).toMatchObject({
      lines: 8,
      wrong: [],
      refusal: null,
      fundCount: 2,
      fundsBelowZero: 0,
      repeated: [9],
      leftOut: [
        { line: 8, postedMinor: 7_00n, note: 'The fund cannot pay all of it: $13.00 waits.' },
        { line: 9, postedMinor: 0n, note: 'The fund has nothing available for the fee.' },
      ],
    })
    expect(plan.totals.find(({ kind }) => kind === 'investment_fee')).toMatchObject({
      lines: 2,
      amountMinor: 40_00n,
      postedMinor: 7_00n,
      last: null,
    })
    const { batchId } = (await enter(file)).reply
    expect(await show(batchId)).toMatchObject({
      status: 'waiting',
      postingRequest: { kind: 'posting-batch' },
    })
    expect(await calls.available()).toBe(before)
    const request = await requestOf(batchId)
    // Nobody confirms their own.
    expect((await calls.confirm(request, world.staff)).problem.detail).toContain('You entered this')
    const confirmed = await Promise.all([1, 2, 3].map(() => calls.confirm(request)))
    expect(confirmed.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await jobsDone(world.portal)
    expect(await calls.available()).toBe(before + 976_00n)
    expect(await availableOf(poor)).toBe(0n)
    expect(await show(batchId)).toMatchObject({ status: 'applied', postedLines: 7, leftOutLines: 1 })
    expect((await linesOf(batchId)).map(({ state, postedMinor }) => [state, postedMinor]).slice(-2)).toEqual([
      ['posted', 7_00n],
      ['left-out', null],
    ])
    const again = (await check(file)).reply
    expect(again.refusal).toMatch(/^This file was posted as batch \d+\. Reverse that batch first/)
    expect(again.totals[0]?.last).toMatchObject({ batchId, lines: 1, amountMinor: 1_000_10n })

    expect((await reverse(batchId)).reply.postingRequest?.kind).toBe('reverse-posting-batch')
    expect((await reverse(batchId, world.other)).status).toBe(409)
    expect((await calls.confirm(await requestOf(batchId))).status).toBe(200)
    await jobsDone(world.portal)
    expect(await show(batchId)).toMatchObject({ status: 'reversed', reversedLines: 7 })
    expect([await calls.available(), await availableOf(poor)]).toEqual([before, 10_00n])
    expect((await reverse(batchId)).status).toBe(409)
    // What was reversed may come again.
    expect((await check(file)).reply).toMatchObject({ refusal: null, earlier: [] })
    await isSound()
  })

  test('with a line that cannot be read, or of no account of the book, is not entered', async () => {
    const uk = await makeFund(world.portal, { book: 'nptuk' })
    const file = fileOf(`${uk.fundId},Gain,2026-03-15,1,`, `${world.fund.fundId},Gain,2026-03-15,-1,`)
    const plan = (await check(file)).reply
    expect(plan.wrong).toEqual([
      { line: 2, problems: [`We have no account with the ID ${uk.fundId}`] },
      { line: 3, problems: [expect.stringContaining('“-1” is negative')] },
    ])
    const { status, problem } = await enter(file, { planHash: plan.planHash })
    expect([status, problem.detail]).toEqual([409, expect.stringContaining('2 lines cannot be read')])
    for (const bytes of [bytesOf('hello'), fileOf(), new Uint8Array([0x50, 0x4b, 3, 4])])
      expect((await check(bytes)).problem.errors?.file).toHaveLength(1)
  })

  test('with more lines of one account than are posted together is not entered', async () => {
    const gain = `${world.fund.fundId},Gain,2026-03-15,1.00,`
    const allowed = [`${poor.fundId},Gain,2026-03-15,7,`, ...Array<string>(maxLinesOfAccount).fill(gain)]
    const file = fileOf(...allowed, gain)
    const { refusal, lines: count, fundCount } = (await check(file)).reply
    expect([count, fundCount]).toEqual([maxLinesOfAccount + 2, 2])
    expect(refusal).toMatch(
      `Account ${world.fund.fundId} has 1,001 lines. A batch may have 1,000 of one account`,
    )
    expect((await enter(file)).status).toBe(409)
    expect((await check(fileOf(...allowed))).reply.refusal).toBeNull()
  })

  test('leaves out what the status of an account refuses, also if it changed after the confirmation was asked for', async () => {
    const file = fileOf(`${world.fund.fundId},Gain,2026-03-15,7,`, `${poor.fundId},Gain,2026-03-15,1,`)
    const { batchId } = (await enter(file)).reply
    await setStatusOf(world.portal.database.admin, world.fund.accountId, 'Entered')
    expect((await calls.confirm(await requestOf(batchId))).status).toBe(200)
    await jobsDone(world.portal)
    expect((await linesOf(batchId)).map(({ state, note }) => [state, note])).toEqual([
      ['left-out', 'The account’s status does not allow it.'],
      ['posted', null],
    ])
    await isSound()
  })

  test('is entered once by its key, and once by its file or its name', async () => {
    const file = fileOf(`${world.fund.fundId},Gain,2026-03-15,1.01,`)
    const { planHash } = (await check(file)).reply
    const [reference, key] = [`Gains ${randomUUID()}`, randomUUID()]
    const answers = await Promise.all([1, 2, 3].map(() => enter(file, { reference, key, planHash })))
    expect(new Set(answers.map(({ reply }) => reply.batchId)).size).toBe(1)
    const [first] = answers
    expect((await enter(file, { as: world.other, planHash })).problem.detail).toContain(
      'waits for a second person',
    )
    const other = fileOf(`${world.fund.fundId},Gain,2026-03-15,1.02,`)
    expect((await enter(other, { reference: reference.toUpperCase() })).status).toBe(409)
    expect((await enter(other, { planHash })).problem.detail).toContain('has changed since you checked it')
    // After it was declined it may be entered again.
    expect((await calls.decline(await requestOf(first?.reply.batchId ?? ''))).status).toBe(200)
    expect(await show(first?.reply.batchId ?? '')).toMatchObject({
      status: 'declined',
      declineReason: 'The bank says otherwise',
    })
    const second = (await enter(file, { reference })).reply
    expect((await calls.confirm(await requestOf(second.batchId))).status).toBe(200)
    await jobsDone(world.portal)
    expect((await enter(other, { reference })).problem.errors).toMatchObject({
      reference: [expect.stringContaining('has this name')],
    })
  })

  test('is posted whole fund by fund and once, by two runs of the job at a time and after one that was interrupted', async () => {
    const funds = await Promise.all([1, 2, 3].map(() => makeFund(world.portal, { balanceMinor: 0n })))
    // The lines of two funds are more than are posted at once: all of the second are posted with those of the first.
    const perFund = linesAtOnce - 100
    const file = fileOf(
      ...funds.flatMap(({ fundId }) =>
        Array.from({ length: perFund }, (_, index) => `${fundId},Gain,2026-03-15,${index + 1}.00,`),
      ),
    )
    const { batchId } = (await enter(file)).reply
    const { admin } = world.portal.database
    const by = world.other.user.userId
    await admin.query(
      `update posting_batch set state = 'applying', confirmed_by = $2, confirmed_by_name = 'Other', confirmed_at = now(), progress_at = now()
        where batch_id = $1`,
      [batchId, by],
    )
    const run = (signal: AbortSignal) =>
      applyPostingBatch.run(
        { client: 'npt', batchId },
        {
          ...jobSettings,
          ...{ db: world.portal.databases.book('npt'), origin: { book: 'npt' }, mailer: null, clock, signal },
          client: clientNamed,
        },
      )
    let asked = 0
    // The server stops after the first lines.
    const stopping = {
      get aborted() {
        return asked++ > 0
      },
    } as AbortSignal
    await expect(run(stopping)).rejects.toThrow('the server is stopping')
    expect(await show(batchId)).toMatchObject({ status: 'applying', postedLines: perFund * 2 })
    await Promise.all([run(new AbortController().signal), run(new AbortController().signal)])
    const expected = BigInt((perFund * (perFund + 1)) / 2) * 100n
    for (const fund of funds) expect(await availableOf(fund)).toBe(expected)
    expect(await show(batchId)).toMatchObject({ status: 'applied', postedLines: perFund * 3 })
    await isSound()
  })

  test('belongs to its book, and to people with the right', async () => {
    const file = fileOf(`${world.fund.fundId},Gain,2026-03-15,2.05,`)
    const batchId = await post(file)
    const uk = await makeStaff(world.portal, { realm: 'nptuk' })
    const asUk = { as: uk.session, client: 'nptuk' }
    expect((await world.portal.call(getPostingBatch, { params: { batchId } }, asUk)).status).toBe(404)
    expect(
      (await world.portal.call(listPostingBatchLines, { params: { batchId }, query: {} }, asUk)).status,
    ).toBe(404)
    expect((await world.portal.call(listPostingBatches, { query: {} }, asUk)).reply.data).toEqual([])
    const donor = { as: world.fund.donor.session }
    expect((await world.portal.call(getPostingBatch, { params: { batchId } }, donor)).status).toBe(404)
    expect((await check(file, world.fund.donor)).problem.type).toMatch(/access-denied$/)
  })
})
