import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hostOf } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { voidPayment } from '../../grants/review/staff-commands.contract.ts'
import { createPositivePayFile, getPositivePay } from '../positive-pay.contract.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let numbers = 700_000

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  // Each test begins with a bank that knows nothing, and without cheques.
  const { admin } = world.portal.database
  await withoutTriggers(admin, 'delete from positive_pay_item')
  await withoutTriggers(admin, 'delete from positive_pay_file')
  await withoutTriggers(
    admin,
    `update grant_recommendation set transaction_status_code = 8, outcome = null, returned_minor = 0
      where transaction_status_code = 6 or outcome = 'payment_voided'`,
  )
})

const none = { issues: 0, issuedMinor: 0n, voids: 0, voidedMinor: 0n }
const command = { body: { data: { type: 'command' as const, attributes: {} } } }
const read = async (by: Person = world.one) =>
  (await world.portal.call(getPositivePay, { query: {} }, { as: by.session })).reply
const create = (by: Person = world.one, key?: string) =>
  world.portal.call(createPositivePayFile, command, {
    as: by.session,
    ...(key === undefined ? {} : { idempotencyKey: key }),
  })
const download = (fileId: string, by: Person = world.one, client = 'npt') =>
  world.portal.app.inject({
    method: 'POST',
    url: `/api/positive-pay-files/${fileId}/file`,
    headers: { host: hostOf(client), ...by.session.headers },
  })
/** The number, the day of issue, the amount, and the day of the void of each record. */
const told = async (fileId: string) =>
  (await download(fileId)).body
    .split('\r\n')
    .filter(line => line !== '')
    .map(line => [
      Number(line.slice(11, 21)),
      line.slice(21, 29),
      Number(line.slice(29, 39)),
      line.slice(70).trimEnd(),
    ])

/** An approved run of one cheque, with its number. */
async function approvedRun(amountMinor = 500_00n) {
  numbers += 1
  const { charityId } = await makeCharity(world.portal.databases)
  const grantId = await world.approved(charityId, amountMinor)
  const runId = await world.createdRun('cheque')
  const { status } = await world.calls.approve(runId, world.two, String(numbers))
  expect(status).toBe(200)
  return { grantId, runId, number: numbers }
}
async function releasedRun(amountMinor?: bigint) {
  const made = await approvedRun(amountMinor)
  await world.calls.release(made.runId, world.two)
  return made
}
async function sentRun() {
  const made = await releasedRun()
  await world.calls.send(made.runId, world.two)
  await jobsDone(world.portal)
  return made
}
const stop = async (grantId: string) =>
  await world.portal.call(
    voidPayment,
    {
      params: { grantId },
      body: { data: { type: 'command', attributes: { reason: null, message: 'It was lost in the mail' } } },
    },
    { as: (await makeStaff(world.portal)).session },
  )

test('a file tells the cheques of released runs with their totals, once, and its bytes stay (§13)', async () => {
  const one = await approvedRun()
  expect(await read()).toMatchObject({ layout: 'first-american', waiting: none, data: [] })
  await world.calls.release(one.runId, world.two)
  const other = await releasedRun(750_00n)
  expect((await read()).waiting).toEqual({ ...none, issues: 2, issuedMinor: 1_250_00n })
  const { reply: file } = await create()
  expect(file).toMatchObject({
    number: 1,
    issues: 2,
    issuedMinor: 1_250_00n,
    voids: 0,
    createdByName: 'Carl Collector',
  })
  const first = await download(file.fileId)
  expect(first.headers['content-disposition']).toContain('npt-positive-pay-1.txt')
  expect(await told(file.fileId)).toEqual([
    [one.number, '03162026', 500_00, ''],
    [other.number, '03162026', 750_00, ''],
  ])
  expect((await create(world.two)).reply).toEqual({ ...file, isNew: false })
  expect((await download(file.fileId)).body).toBe(first.body)
  expect(await read()).toMatchObject({ waiting: none, meta: { total: 1 } })
})

test('a cheque that was stopped is void in the next file, with the day on which it was stopped, once', async () => {
  const { grantId, number } = await sentRun()
  await create()
  clock.set('2026-03-19T15:00:00Z')
  expect((await stop(grantId)).reply.state).toBe('Voided')
  clock.set('2026-03-20T15:00:00Z')
  const later = await makeStaff(world.portal)
  expect((await read(later)).waiting).toEqual({ ...none, voids: 1, voidedMinor: 500_00n })
  const { reply: file } = await create(later)
  expect(file).toMatchObject({ number: 2, issues: 0, voids: 1, voidedMinor: 500_00n })
  const record = (await download(file.fileId, later)).body
  expect(record.slice(11, 21)).toBe(String(number).padStart(10, '0'))
  expect(record.slice(70, 79)).toBe('V03192026')
  expect((await create(later)).reply).toMatchObject({ fileId: file.fileId, isNew: false })
  expect((await download(file.fileId, later)).body).toBe(record)
})

test('a cheque that was stopped before the bank was told is only void', async () => {
  const { grantId, number } = await sentRun()
  await stop(grantId)
  const { reply: file } = await create()
  expect(file).toMatchObject({ issues: 0, voids: 1 })
  expect(await told(file.fileId)).toEqual([[number, '03162026', 500_00, 'V03162026']])
})

test('after a withdrawn approval the cheques that the bank knows are void, and their numbers are used', async () => {
  const { runId, number } = await releasedRun()
  await create()
  expect((await world.calls.withdraw(runId, world.one)).status).toBe(200)
  expect((await read()).waiting).toEqual({ ...none, voids: 1, voidedMinor: 500_00n })
  const again = await world.calls.approve(runId, world.two, String(number))
  expect(again.problem).toMatchObject({
    errors: { firstCheque: ['One of these numbers has already been used'] },
  })
  const { nextCheque } = (await world.calls.read(runId, world.two)).reply
  expect(nextCheque).toBe(String(number + 1))
  numbers += 1
  expect((await world.calls.approve(runId, world.two, nextCheque)).status).toBe(200)
  await world.calls.release(runId, world.two)
  const { reply: file } = await create()
  expect(await told(file.fileId)).toEqual([
    [number + 1, '03162026', 500_00, ''],
    [number, '03162026', 500_00, 'V03162026'],
  ])
})

test('two people at once create one file, and the same key returns it', async () => {
  await releasedRun()
  const [one, two] = await Promise.all([create(world.one), create(world.two)])
  expect([one.reply.isNew, two.reply.isNew].toSorted()).toEqual([false, true])
  expect(one.reply.fileId).toBe(two.reply.fileId)
  const { number } = await releasedRun()
  const key = crypto.randomUUID()
  const [first, again] = [await create(world.one, key), await create(world.one, key)]
  expect(again.reply).toEqual(first.reply)
  expect(await told(first.reply.fileId)).toEqual([[number, '03162026', 500_00, '']])
  expect((await read()).meta.total).toBe(2)
})

test('while a check of the book has no answer, cheques that were not sent wait and voids do not', async () => {
  const { admin } = world.portal.database
  const { grantId, number } = await sentRun()
  await create()
  await stop(grantId)
  await releasedRun()
  await admin.query(
    `insert into book_check (book, day, checked_at, compared, difference_count) values ('npt', '2026-03-15', now(), '{}', 1)`,
  )
  expect((await read()).waiting).toEqual({ ...none, voids: 1, voidedMinor: 500_00n })
  expect(await told((await create()).reply.fileId)).toEqual([[number, '03162026', 500_00, 'V03162026']])
  await withoutTriggers(admin, 'delete from book_check')
  expect((await read()).waiting).toEqual({ ...none, issues: 1, issuedMinor: 500_00n })
})

test('a number that the layout has no room for is named, and the other cheques are told', async () => {
  const { charityId } = await makeCharity(world.portal.databases)
  await world.approved(charityId)
  const runId = await world.createdRun('cheque')
  await world.calls.approve(runId, world.two, '99999999999')
  await world.calls.release(runId, world.two)
  expect(await read()).toMatchObject({ waiting: none, tooLarge: ['99999999999'] })
  expect((await create()).status).toBe(409)
  const { number } = await releasedRun()
  expect((await told((await create()).reply.fileId)).map(([told]) => told)).toEqual([number])
})

test('another book neither reads nor creates a file, and each download is in the audit log', async () => {
  await releasedRun()
  const { reply: file } = await create()
  const elsewhere = await makeStaff(world.portal, { realm: 'ubs' })
  expect((await download(file.fileId, elsewhere, 'ubs')).statusCode).toBe(404)
  const theirs = { as: elsewhere.session, client: 'ubs' }
  expect((await world.portal.call(getPositivePay, { query: {} }, theirs)).reply.data).toEqual([])
  expect((await world.portal.call(createPositivePayFile, command, theirs)).status).toBe(409)
  await download(file.fileId)
  const { rows } = await world.portal.database.admin.query<{ detail: Record<string, string> }>(
    `select detail from audit_event where kind = 'bank-positive-pay-downloaded' and detail ->> 'digest' = $1`,
    [file.digest],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.detail).toMatchObject({
    file: '1',
    ...{ issues: '1', issuedMinor: '50000', voids: '0', voidedMinor: '0' },
  })
})

test('a client whose bank is not told has no file', async () => {
  const british = await makeStaff(world.portal, { realm: 'nptuk' })
  const there = { as: british.session, client: 'nptuk' }
  const { reply } = await world.portal.call(getPositivePay, { query: {} }, there)
  expect(reply).toMatchObject({ layout: null, waiting: none, refusal: expect.stringContaining('cheques') })
  expect((await world.portal.call(createPositivePayFile, command, there)).status).toBe(409)
})
