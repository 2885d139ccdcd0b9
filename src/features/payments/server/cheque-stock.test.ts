import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hostOf } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { killedAt } from '../../../testing/killed-at.ts'
import { emptyStock } from '../../../testing/payments/empty-stock.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { stockCalls } from '../../../testing/payments/stock-calls.ts'
import { createPositivePayFile } from '../positive-pay.contract.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let stock: ReturnType<typeof stockCalls>
let charityId: string

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  stock = stockCalls(world.portal)
  charityId = (await makeCharity(world.portal.databases)).charityId
})
afterAll(() => world.stop())
beforeEach(async () => {
  await emptyStock(world.portal)
  await world.renew()
})

/** A run of this many cheques that awaits approval. */
async function createdRun(count = 1): Promise<string> {
  for (let made = 0; made < count; made += 1) await world.approved(charityId)
  return await world.createdRun('cheque')
}
const approve = (runId: string, by: Person = world.two) => world.calls.approve(runId, by)
const numbersOf = async (runId: string) => (await world.calls.read(runId, world.one)).reply.cheques
const states = async () =>
  (
    await world.portal.database.admin.query<{ number: string; state: string }>(
      'select number, state from cheque_number order by number',
    )
  ).rows.map(({ number, state }) => `${number} ${state}`)

test('a box is recorded with its day, and runs take its numbers in order; the register, the page and the letters have them (§13)', async () => {
  expect(await stock.read(world.one)).toMatchObject({ isKept: false, left: 0, next: null, boxes: [] })
  const { status, reply } = await stock.record(world.one, { first: 1001, last: 1010 })
  expect(status).toBe(200)
  expect(reply.stock).toMatchObject({
    ...{ account: '0000', isKept: true, left: 10, issued: 0, voided: 0, next: '1001', isLow: true },
    boxes: [{ first: '1001', last: '1010', isOfAccount: true, receivedOn: '2026-03-10', left: 10 }],
  })
  const runId = await createdRun(2)
  expect((await world.calls.read(runId, world.two)).reply).toMatchObject({
    nextCheque: null,
    stock: { left: 10, numbers: [{ first: '1001', last: '1002' }] },
  })
  expect((await approve(runId)).reply).toMatchObject({
    cheques: [{ first: '1001', last: '1002' }],
    stock: null,
  })
  expect(await stock.read(world.one)).toMatchObject({ left: 8, issued: 2, next: '1003' })
  await world.calls.release(runId, world.two)
  const register = (await world.calls.file(runId, world.two)).body
  expect(register.match(/^100\d/gm)).toEqual(['1001', '1002'])
})

test('a run skips what is void and goes on in the next box', async () => {
  await stock.record(world.one, { first: 5001, last: 5010 })
  await stock.record(world.one, { first: 1001, last: 1004 })
  expect((await stock.spoil(world.one, { first: 1002, last: 1003 })).status).toBe(200)
  const runId = await createdRun(3)
  await approve(runId)
  expect(await numbersOf(runId)).toEqual([
    { first: '1001', last: '1001' },
    { first: '1004', last: '1004' },
    { first: '5001', last: '5001' },
  ])
})

test('a run that needs more than the stock has is refused with how many are left, and nothing is made', async () => {
  await stock.record(world.one, { first: 1001, last: 1003 })
  for (let made = 0; made < 4; made += 1) await world.approved(charityId)
  const refused = await world.calls.collect(world.one, 'cheque', paymentTime.today)
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    'This run needs 4 checks, and 3 are left. Record the next box of checks first.',
  ])
  await stock.record(world.one, { first: 2001, last: 2003 })
  const runId = await world.createdRun('cheque')
  // Another run may not promise what this one needs.
  for (let made = 0; made < 3; made += 1) await world.approved(charityId)
  expect((await world.calls.collect(world.one, 'cheque', paymentTime.today)).problem.detail).toBe(
    'This run needs 3 checks, and 6 are left, 4 of which wait for a run to be approved. Record the next box of checks first.',
  )
  // Spoiled while it waits for its approval.
  await stock.spoil(world.one, { first: 2001, last: 2003 })
  await world.approved(charityId)
  expect((await world.calls.collect(world.one, 'cheque', paymentTime.today)).problem.detail).toMatch(
    /and 3 are left, which wait for a run to be approved\. Record/,
  )
  const late = await approve(runId)
  expect([late.status, late.problem.detail]).toEqual([
    409,
    'This run needs 4 checks, and 3 are left. Record the next box of checks first.',
  ])
  expect(await numbersOf(runId)).toEqual([])
  expect((await states()).filter(each => each.endsWith('issued'))).toEqual([])
})

test('an approver who typed a number is told that the stock has it', async () => {
  const runId = await createdRun()
  await stock.record(world.one, { first: 1001, last: 1010 })
  const { problem } = await world.calls.approve(runId, world.two, '700001')
  expect(problem.errors?.firstCheque?.[0]).toContain('The numbers now come from the stock')
})

test('numbers of an approval that is withdrawn come back before the release, and are void after it', async () => {
  await stock.record(world.one, { first: 1001, last: 1010 })
  const runId = await createdRun(2)
  await approve(runId)
  expect((await world.calls.withdraw(runId, world.one)).status).toBe(200)
  expect(await stock.read(world.one)).toMatchObject({ left: 10, issued: 0, voided: 0, next: '1001' })
  await approve(runId)
  await world.calls.release(runId, world.two)
  expect((await world.calls.withdraw(runId, world.one)).status).toBe(200)
  expect(await stock.read(world.one)).toMatchObject({
    ...{ left: 8, issued: 0, voided: 2, next: '1003' },
    voids: [{ number: '1001', reason: 'A test' }, { number: '1002' }],
    totalVoids: 2,
  })
  await approve(runId)
  expect(await numbersOf(runId)).toEqual([{ first: '1003', last: '1004' }])
})

test('boxes do not overlap, have no used number, no future day and a limit', async () => {
  await stock.record(world.one, { first: 1001, last: 1010 })
  const errors = async (box: Parameters<typeof stock.record>[1]) =>
    (await stock.record(world.one, box)).problem.errors
  expect(await errors({ first: 1010, last: 1020 })).toEqual({
    first: ['One of these numbers is in another box'],
  })
  expect(await errors({ first: 900, last: 2000 })).toEqual({
    first: ['One of these numbers is in another box'],
  })
  expect(await errors({ first: 30, last: 20 })).toEqual({ last: ['Enter a number that follows the first'] })
  expect(await errors({ first: 1, last: 10_001 })).toHaveProperty('last')
  const long = await errors({ first: 9_999_999_999, last: 10_000_000_000 })
  expect(long).toEqual({ last: ['The bank’s files have no room for so long a number'] })
  expect(await errors({ first: 2001, last: 2010, receivedOn: '2026-03-17' })).toHaveProperty('receivedOn')
  for (const first of ['', '0', '01', '-1', '1.5', '1234567890123', '１００１', "1' or '1'='1", 7, null])
    expect(await stock.sendRaw(world.one, { first, last: '2000', receivedOn: '2026-03-10' })).toBe(400)
  expect(await stock.sendRaw(world.one, { first: '1', last: '9', receivedOn: '2026-02-30' })).toBe(400)
  await withoutTriggers(
    world.portal.database.admin,
    `update payment set cheque_number = 3005 where payment_id = (select payment_id from payment limit 1)`,
  )
  expect(await errors({ first: 3001, last: 3010 })).toEqual({
    first: ['One of these numbers has already been used. Begin with the next unused one'],
  })
})

test('a number that was issued or is void, or that no box has, is not spoiled, and none of its range is', async () => {
  await stock.record(world.one, { first: 1001, last: 1010 })
  const runId = await createdRun()
  await approve(runId)
  await stock.spoil(world.one, { first: 1005 })
  const before = await states()
  const errors = async (first: number, last = first) =>
    (await stock.spoil(world.one, { first, last })).problem.errors
  const { runNumber } = (await world.calls.read(runId, world.one)).reply
  const inRun = `Check 1001 is in payment run ${runNumber}.`
  expect(await errors(1001)).toEqual({ first: [`${inRun} Withdraw the approval of that run first`] })
  await world.calls.release(runId, world.two)
  expect(await errors(1001, 1003)).toEqual({ first: [`${inRun} Reprint it on the page of that run`] })
  await world.calls.send(runId, world.two)
  expect(await errors(1001, 1003)).toEqual({
    first: ['Check 1001 was issued. Stop it at the bank, and record that on its grant'],
  })
  expect(await errors(1004, 1006)).toEqual({ first: ['Number 1005 is already void'] })
  expect(await errors(1009, 1011)).toEqual({ first: ['One of these numbers is in no box'] })
  expect(await errors(1009, 1008)).toHaveProperty('last')
  expect(await errors(1, 501)).toHaveProperty('last')
  expect(await states()).toEqual(before)
})

test('the next positive-pay file tells the void numbers once, without an amount if they were never issued', async () => {
  await stock.record(world.one, { first: 1001, last: 1010 })
  await stock.spoil(world.one, { first: 1001 })
  const runId = await createdRun()
  await approve(runId)
  await world.calls.release(runId, world.two)
  await world.calls.withdraw(runId, world.one)
  const create = async () =>
    (
      await world.portal.call(
        createPositivePayFile,
        { body: { data: { type: 'command', attributes: {} } } },
        { as: world.one.session },
      )
    ).reply
  const file = await create()
  expect(file).toMatchObject({ issues: 0, voids: 2, voidedMinor: 500_00n })
  const { body } = await world.portal.app.inject({
    method: 'POST',
    url: `/api/positive-pay-files/${file.fileId}/file`,
    headers: { host: hostOf('npt'), ...world.one.session.headers },
  })
  const told = body
    .split('\r\n')
    .filter(line => line !== '')
    .map(line => [
      Number(line.slice(11, 21)),
      Number(line.slice(29, 39)),
      line.slice(39, 69).trim(),
      line.slice(70).trim(),
    ])
  expect(told[0]).toEqual([1001, 0, 'VOID', 'V03162026'])
  expect(told[1]).toEqual([1002, 500_00, expect.any(String), 'V03162026'])
  expect(await create()).toMatchObject({ fileId: file.fileId, isNew: false })
})

test('two runs that are approved at once get different numbers, and each command runs once', async () => {
  await stock.record(world.one, { first: 1001, last: 1004 })
  const [one, two] = [await createdRun(2), await createdRun(2)]
  const answers = await Promise.all([approve(one), approve(two)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const taken = [...(await numbersOf(one)), ...(await numbersOf(two))]
  expect(taken.toSorted((a, b) => Number(a.first) - Number(b.first))).toEqual([
    { first: '1001', last: '1002' },
    { first: '1003', last: '1004' },
  ])
  const key = crypto.randomUUID()
  const box = { first: 2001, last: 2010 }
  const twice = await Promise.all([stock.record(world.one, box, key), stock.record(world.one, box, key)])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  const both = await Promise.all([
    stock.record(world.one, { first: 3001, last: 3010 }),
    stock.record(world.two, { first: 3010, last: 3020 }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect((await stock.read(world.one))?.totalBoxes).toBe(3)
  const spoils = await Promise.all([
    stock.spoil(world.one, { first: 2001 }),
    stock.spoil(world.two, { first: 2001 }),
  ])
  expect(spoils.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('an approval that is killed takes no number, and the next one takes each once', {
  timeout: 120_000,
}, async () => {
  await stock.record(world.one, { first: 1001, last: 1010 })
  const runId = await createdRun(2)
  const { host, port, database } = world.portal.database.connection
  await killedAt(world.portal.database, {
    ...{ table: 'payment_run_event', when: `new.kind = 'approved'` },
    script: 'src/testing/payments/stock-program.ts',
    args: [
      JSON.stringify({
        server: { host, port, database },
        ...{ runId, userId: world.two.user.userId, now: paymentTime.now },
      }),
    ],
  })
  expect(await stock.read(world.one)).toMatchObject({ left: 10, issued: 0, voided: 0 })
  expect((await world.calls.read(runId, world.two)).reply).toMatchObject({ state: 'created', cheques: [] })
  expect((await approve(runId)).status).toBe(200)
  expect(await numbersOf(runId)).toEqual([{ first: '1001', last: '1002' }])
})

test('another book sees and takes nothing of it, and who may not pay records nothing', async () => {
  await stock.record(world.one, { first: 1001, last: 1010 })
  const elsewhere = await makeStaff(world.portal, { realm: 'ubs' })
  const theirs = stockCalls(world.portal, 'ubs')
  expect(await theirs.read(elsewhere)).toMatchObject({ isKept: false, boxes: [], voids: [] })
  expect((await theirs.spoil(elsewhere, { first: 1001 })).problem.errors).toHaveProperty('first')
  // The numbers of a book are its own.
  expect((await theirs.record(elsewhere, { first: 1001, last: 1010 })).status).toBe(200)
  const auditor = await makeStaff(world.portal, { roles: [{ role: 'auditor', actions: null }] })
  expect((await stock.record(auditor, { first: 2001, last: 2010 })).problem.type).toContain('access-denied')
  expect((await stock.spoil(auditor, { first: 1001 })).problem.type).toContain('access-denied')
  expect(await stock.read(auditor)).toMatchObject({ left: 10 })
  expect((await stock.record(elsewhere, { first: 2001, last: 2010 })).status).toBeGreaterThanOrEqual(400)
  const { rows } = await world.portal.database.admin.query<{ kind: string }>(
    `select kind from audit_event where kind like 'bank-cheque%' and user_id = $1`,
    [world.one.user.userId],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['bank-cheque-box-recorded'])
})

test('a client that writes no cheques has no stock', async () => {
  const staff = await makeStaff(world.portal, { realm: 'rathbones' })
  const there = stockCalls(world.portal, 'rathbones')
  expect(await there.read(staff)).toBeNull()
  expect((await there.record(staff, { first: 1, last: 10 })).status).toBe(409)
  expect((await there.spoil(staff, { first: 1 })).status).toBe(409)
})
