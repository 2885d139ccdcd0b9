import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { hostOf } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { killedAt } from '../../../testing/killed-at.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { camt053File } from '../../../testing/payments/bank-files.ts'
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
  await stock.record(world.one, { first: 1001, last: 1005 })
})

/** A run of one cheque, 1001, that `two` approved and released. */
async function releasedRun() {
  const grantId = await world.approved(charityId)
  const runId = await world.createdRun('cheque')
  await world.calls.approve(runId, world.two)
  expect((await world.calls.release(runId, world.two)).status).toBe(200)
  const { data } = (await world.calls.payments(runId, world.one)).reply
  return { grantId, runId, paymentId: data[0]?.paymentId ?? '' }
}
const entries = async (grantId: string) =>
  (
    await world.portal.database.admin.query<{ kind: string }>(
      'select kind from journal_entry where grant_id = $1 order by kind',
      [grantId],
    )
  ).rows.map(({ kind }) => kind)
const told = async (by: Person = world.one) => {
  const { reply } = await world.portal.call(
    createPositivePayFile,
    { body: { data: { type: 'command', attributes: {} } } },
    { as: by.session },
  )
  const { body } = await world.portal.app.inject({
    method: 'POST',
    url: `/api/positive-pay-files/${reply.fileId}/file`,
    headers: { host: hostOf('npt'), ...by.session.headers },
  })
  return body
    .split('\r\n')
    .filter(line => line !== '')
    .map(line => `${Number(line.slice(11, 21))}${line.slice(70, 71).trim()}`)
}

test('a spoiled cheque gets the next number; register, letters and history have it, and the bank is told both (§13)', async () => {
  const { runId, paymentId } = await releasedRun()
  expect(await told()).toEqual(['1001'])
  const before = await world.calls.read(runId, world.one)
  const { status, reply } = await stock.reprint(runId, paymentId, world.one)
  expect(status).toBe(200)
  expect(reply).toMatchObject({
    cheques: [{ first: '1002', last: '1002' }],
    reprints: [{ spoiled: '1001', number: '1002' }],
    state: 'approved',
  })
  expect(reply.fileHash).not.toBe(before.reply.fileHash)
  expect(reply.events.at(-1)).toMatchObject({
    kind: 'reprinted',
    reason: '1001, now 1002: Torn by the printer',
  })
  expect(await stock.read(world.one)).toMatchObject({
    left: 3,
    issued: 1,
    voided: 1,
    voids: [{ number: '1001' }],
  })
  const register = (await world.calls.file(runId, world.one)).body
  expect(register.match(/^100\d/gm)).toEqual(['1002'])
  const alone = await stock.download(runId, world.one, 'cheques?number=1002')
  expect(alone.headers['content-disposition']).toContain('-1002.pdf')
  expect((await stock.download(runId, world.one, 'cheques?number=1001')).statusCode).toBe(404)
  expect(await told()).toEqual(['1002', '1001V'])
})

test('the run posts once, the new number clears it, and the old one is an exception', async () => {
  const { grantId, runId, paymentId } = await releasedRun()
  await stock.reprint(runId, paymentId, world.one)
  expect(await entries(grantId)).not.toContain('grant_paid')
  await world.calls.send(runId, world.two)
  await jobsDone(world.portal)
  expect((await entries(grantId)).filter(kind => kind === 'grant_paid')).toHaveLength(1)
  expect(await world.grants.read(grantId, world.fund)).toMatchObject({ paymentReference: '1002' })
  const account = {
    account: npt.payments.accountNumber,
    bank: npt.payments.routingNumber,
    currency: 'USD',
  } as const
  const line = (chequeNumber: string) =>
    camt053File([{ cheque: chequeNumber, amountMinor: 500_00n, side: 'DBIT' }], account)
  const old = await world.calls.previewFile(line('1001'), world.one)
  expect(old.reply.lines[0]).toMatchObject({
    effect: 'refused',
    sentence: expect.stringContaining('Check 1001 has been void since'),
  })
  const plan = await world.calls.previewFile(line('1002'), world.one)
  expect(plan.reply.lines[0]).toMatchObject({ effect: 'cleared' })
})

test('who released the run reprints nothing, nobody does before the release or once the cheques were posted, and a strange payment is not found', async () => {
  const { runId, paymentId } = await releasedRun()
  const own = await stock.reprint(runId, paymentId, world.two)
  expect(own.problem.detail).toBe(
    'You released the register of this run, so someone else has to look at what was spoiled.',
  )
  expect((await stock.reprint(runId, crypto.randomUUID(), world.one)).status).toBe(404)
  const elsewhere = await makeStaff(world.portal, { realm: 'ubs' })
  expect((await stockCalls(world.portal, 'ubs').reprint(runId, paymentId, elsewhere)).status).toBe(404)
  const auditor = await makeStaff(world.portal, { roles: [{ role: 'auditor', actions: null }] })
  expect((await stock.reprint(runId, paymentId, auditor)).problem.type).toContain('access-denied')
  expect((await world.calls.read(runId, world.one)).reply.cheques).toEqual([{ first: '1001', last: '1001' }])
  await world.calls.send(runId, world.two)
  await jobsDone(world.portal)
  expect((await stock.reprint(runId, paymentId, world.one)).status).toBe(409)
  await world.approved(charityId)
  const next = await world.createdRun('cheque')
  expect((await stock.reprint(next, paymentId, world.one)).status).toBe(409)
})

test('with an empty stock, or none, a cheque is not reprinted and nothing changes', async () => {
  const { runId, paymentId } = await releasedRun()
  await stock.spoil(world.one, { first: 1002, last: 1005 })
  const { status, problem } = await stock.reprint(runId, paymentId, world.one)
  expect([status, problem.detail]).toEqual([
    409,
    'This run needs 1 check, and none is left. Record the next box of checks first.',
  ])
  await emptyStock(world.portal)
  await world.renew()
  await world.approved(charityId)
  const typed = await world.createdRun('cheque')
  await world.calls.approve(typed, world.two, '900001')
  await world.calls.release(typed, world.two)
  const { data } = (await world.calls.payments(typed, world.one)).reply
  expect((await stock.reprint(typed, data[0]?.paymentId ?? '', world.one)).problem.detail).toBe(
    'This book keeps no stock of checks. Withdraw the approval instead.',
  )
  // The first box comes while a run with a typed number waits to be posted.
  await stock.record(world.one, { first: 1001, last: 1005 })
  await expectNoReprint(typed, data[0]?.paymentId ?? '')
})

test('a cheque of a box of another account is not reprinted, and makes no MICR line', async () => {
  const { runId, paymentId } = await releasedRun()
  await withoutTriggers(world.portal.database.admin, `update cheque_box set bank_account = '099990011/99'`)
  await stock.record(world.one, { first: 2001, last: 2005 })
  await expectNoReprint(runId, paymentId)
  expect((await stock.download(runId, world.one, 'micr')).json().detail).toBe(
    'These checks are of another account than the client’s settings have now. Withdraw the approval instead.',
  )
})

/** The page offers no reprint to anybody, and the command is refused. */
async function expectNoReprint(runId: string, paymentId: string) {
  const refusal = 'These checks are not from the stock of this account. Withdraw the approval instead.'
  expect((await world.calls.read(runId, world.one)).reply.commands.reprint).toBe(refusal)
  const { status, problem } = await stock.reprint(runId, paymentId, world.one)
  expect([status, problem.detail]).toEqual([409, refusal])
}

test('a file for the bank that waits for a reprint tells the new number as issued, and not the spoiled one', async () => {
  const { runId, paymentId } = await releasedRun()
  const { admin } = world.portal.database
  const holder = await admin.connect()
  const waiting = async () =>
    (
      await admin.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0]?.waiting
  try {
    await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('cheque-stock:npt', 0))`)
    const reprint = stock.reprint(runId, paymentId, world.one)
    await expect.poll(waiting).toBe(1)
    const file = told()
    await expect.poll(waiting).toBe(2)
    await holder.query('commit')
    expect((await reprint).status).toBe(200)
    expect(await file).toEqual(['1002', '1001V'])
  } finally {
    holder.release(true)
  }
})

test('a reprint runs once with its key, two at once get different numbers, and a withdrawal makes the new number void', async () => {
  const { runId, paymentId } = await releasedRun()
  const key = crypto.randomUUID()
  const [first, again] = [
    await stock.reprint(runId, paymentId, world.one, key),
    await stock.reprint(runId, paymentId, world.one, key),
  ]
  expect(again.reply).toEqual(first.reply)
  const both = await Promise.all([
    stock.reprint(runId, paymentId, world.one),
    stock.reprint(runId, paymentId, world.one),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await world.calls.read(runId, world.one)).reply).toMatchObject({
    cheques: [{ first: '1004', last: '1004' }],
    reprints: [{ spoiled: '1003', number: '1004' }],
  })
  expect((await world.calls.withdraw(runId, world.one)).status).toBe(200)
  expect(await stock.read(world.one)).toMatchObject({ left: 1, issued: 0, voided: 4 })
})

test('a reprint that is killed changes nothing, and the next one takes the next number', {
  timeout: 120_000,
}, async () => {
  const { runId, paymentId } = await releasedRun()
  const before = (await world.calls.read(runId, world.one)).reply
  const { host, port, database } = world.portal.database.connection
  await killedAt(world.portal.database, {
    ...{ table: 'payment_run_event', when: `new.kind = 'reprinted'` },
    script: 'src/testing/payments/stock-program.ts',
    args: [
      JSON.stringify({
        server: { host, port, database },
        ...{ runId, paymentId, userId: world.one.user.userId, now: paymentTime.now },
      }),
    ],
  })
  expect((await world.calls.read(runId, world.one)).reply).toEqual(before)
  expect((await stock.reprint(runId, paymentId, world.one)).reply).toMatchObject({
    cheques: [{ first: '1002', last: '1002' }],
  })
})

test.each([
  [
    'another number without a reprint',
    `update payment set cheque_number = 1005 where payment_id = $1`,
    'number_is_replaced',
  ],
  [
    'another file without a reprint',
    `update payment_run set file_ciphertext = 'x' where run_id = (select run_id from payment where payment_id = $1)`,
    'run_is_final',
  ],
  [
    'a reprint by the person who released the run',
    `insert into cheque_reprint (book, spoiled_number, number, run_id, payment_id, reason, reprinted_by, reprinted_by_name, reprinted_at)
     select 'npt', 1001, 1002, r.run_id, p.payment_id, 'x', r.released_by, 'x', now()
     from payment p join payment_run r on r.book = p.book and r.run_id = p.run_id where p.payment_id = $1`,
    'reprint_before_posting',
  ],
  [
    'a void number that is blank again',
    `update cheque_number set state = 'blank', void_reason = null, voided_by = null, voided_by_name = null, voided_at = null where number = 1005 and $1::uuid is not null`,
    'cheque_number_state',
  ],
  [
    'a number that was released and is blank again',
    `update cheque_number set state = 'blank', payment_id = null where payment_id = $1`,
    'used_number_is_kept',
  ],
])('the database refuses %s', async (_what, statement, constraint) => {
  const { paymentId } = await releasedRun()
  await stock.spoil(world.one, { first: 1005 })
  await expect(world.portal.database.admin.query(statement, [paymentId])).rejects.toMatchObject({
    constraint: expect.stringContaining(constraint),
  })
})

test('the database refuses another number without a reprint also by way of none', async () => {
  const { paymentId } = await releasedRun()
  await expect(
    world.portal.database.admin.query(
      `update payment set cheque_number = null where payment_id = '${paymentId}';
       update cheque_number set state = 'void', void_reason = 'x', voided_by = gen_random_uuid(), voided_by_name = 'x', voided_at = now()
         where number = 1001;
       update cheque_number set state = 'issued', payment_id = '${paymentId}' where number = 1002;
       update payment set cheque_number = 1002 where payment_id = '${paymentId}'`,
    ),
  ).rejects.toMatchObject({ constraint: 'number_is_replaced_by_reprint' })
})
