import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { holdGrant } from '../../grants/review/server/holds.ts'
import { recordPayments } from './record-payments.ts'

const { now, today } = paymentTime
const clock = testClock(now)
const none = { runs: 0, grants: 0 }
let world: PaymentFixture

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

describe('a payment run (§13)', () => {
  test('collects what is approved, is approved by a second person, and pays each grant once', async () => {
    const charityId = await world.transferCharity()
    const grantId = await world.approved(charityId)
    const other = await world.approved(charityId, 750_00n)
    expect((await world.calls.list(world.one)).reply.meta.ready).toEqual([
      { method: 'eft', grants: 2, amountMinor: 1_250_00n, toApprove: none, toSend: none },
      { method: 'cheque', grants: 0, amountMinor: 0n, toApprove: none, toSend: none },
    ])
    const runId = await world.createdRun()
    expect((await world.calls.list(world.one)).reply.meta.ready[0]).toMatchObject({
      grants: 0,
      toApprove: { runs: 1, grants: 2 },
      toSend: none,
    })
    const run = (await world.calls.read(runId, world.one)).reply
    expect(run).toMatchObject({
      state: 'created',
      payments: 2,
      amountMinor: 1_250_00n,
      problems: 0,
      commands: {
        check: null,
        cancel: null,
        approve: 'You created this run, so someone else has to approve it.',
      },
    })
    expect((await world.grants.read(grantId, world.fund)).state).toBe('Scheduled')
    expect((await world.calls.approve(runId, world.one)).problem.title).toBe('Access denied.')
    expect((await world.calls.release(runId, world.two)).status).toBe(409)
    expect((await world.calls.approve(runId, world.two)).reply).toMatchObject({
      state: 'approved',
      paymentOn: '2026-03-17',
    })
    expect((await world.calls.list(world.one)).reply.meta.ready[0]).toMatchObject({
      toApprove: none,
      toSend: { runs: 1, grants: 2 },
    })
    expect((await world.calls.file(runId, world.two)).statusCode).toBe(409)
    expect((await world.calls.send(runId, world.two)).status).toBe(409)
    expect((await world.calls.release(runId, world.one)).reply.isReleased).toBe(true)
    const file = await world.calls.file(runId, world.one)
    expect(file.headers['content-disposition']).toContain(`npt-run-${run.runNumber}.ach`)
    expect(file.body.split('\n')[0]).toHaveLength(94)
    expect((await world.calls.send(runId, world.one)).reply.state).toBe('sent')
    await jobsDone(world.portal)
    expect((await world.calls.read(runId, world.one)).reply).toMatchObject({
      paid: 2,
      cleared: 0,
      returned: 0,
    })
    for (const id of [grantId, other]) {
      const grant = await world.grants.read(id, world.fund)
      expect(grant).toMatchObject({
        state: 'Paid',
        paidOn: today,
        paymentMethod: 'eft',
        paymentReference: `GRANT-${grant.transactionId}`,
      })
      expect(grant.steps.map(({ transition }) => transition)).toEqual([
        'recommend',
        'approve',
        'schedule',
        'pay',
      ])
    }
    expect((await world.grants.balances(world.fund)).endingMinor).toBe(198_750_00n)
    // Whatever is pressed or killed twice.
    expect((await world.calls.send(runId, world.one)).status).toBe(409)
    for (const _again of [1, 2])
      await recordPayments.run(
        { client: 'npt', runId },
        {
          db: world.portal.databases.book('npt'),
          origin: { book: 'npt' },
          mailer: null,
          ...jobSettings,
          signal: new AbortController().signal,
        },
      )
    expect((await world.grants.balances(world.fund)).endingMinor).toBe(198_750_00n)
    expect((await world.calls.collect(world.one, 'eft', today)).status).toBe(409)
  })

  test('the letter of each transfer is mailed to its charity with a PDF, once', async () => {
    const charityId = await world.transferCharity()
    const grantId = await world.approved(charityId)
    await world.sent()
    const { transactionId } = await world.grants.read(grantId, world.fund)
    const { rows } = await world.portal.database.admin.query(
      `select to_address, body, attachment_name, attachment from outgoing_mail where kind = 'payment-letter' and attachment_name = $1`,
      [`GRANT-${transactionId}.pdf`],
    )
    expect(rows).toEqual([
      {
        to_address: 'grants@charity.example',
        body: expect.stringContaining(`The grant number is ${transactionId}.`),
        attachment_name: `GRANT-${transactionId}.pdf`,
        attachment: expect.any(Buffer),
      },
    ])
    expect(await pdfFaults(rows[0].attachment, { locale: 'en-US', titles: 0 })).toEqual([])
  })

  test('numbers cheques from the number that is typed, never one twice, and prints their letters', async () => {
    const { charityId, name } = await makeCharity(world.portal.databases)
    const grantId = await world.approved(charityId)
    const runId = await world.createdRun('cheque')
    expect((await world.calls.approve(runId, world.two)).problem.errors).toHaveProperty('firstCheque')
    expect((await world.calls.approve(runId, world.two, '700001')).reply.cheques).toEqual([
      { first: '700001', last: '700001' },
    ])
    const letters = await world.calls.file(runId, world.two, 'letters')
    expect(await pdfFaults(letters.rawPayload, { locale: 'en-US', titles: 0 })).toEqual([])
    await world.calls.release(runId, world.two)
    const register = (await world.calls.file(runId, world.two)).body
    expect(register).toContain(
      `700001,2026-03-16,${name},"400 MARKET ST, PHILADELPHIA, PA 19106-0000",500.00,USD`,
    )
    await world.calls.send(runId, world.two)
    await jobsDone(world.portal)
    expect(await world.grants.read(grantId, world.fund)).toMatchObject({
      paymentMethod: 'cheque',
      paymentReference: '700001',
    })
    await world.approved(charityId)
    const next = await world.createdRun('cheque')
    expect((await world.calls.read(next, world.one)).reply.nextCheque).toBe('700002')
    expect((await world.calls.approve(next, world.two, '700001')).problem.errors).toHaveProperty(
      'firstCheque',
    )
    expect((await world.calls.approve(next, world.two, '700002')).status).toBe(200)
  })

  test.each([
    [
      'no bank details',
      'no confirmed bank details',
      async () => {
        const { charityId } = await makeCharity(world.portal.databases)
        await makeCharityProfile(world.portal.databases, charityId, { default_payment_type_code: 16 })
        return charityId
      },
    ],
    [
      'details of two days ago',
      'less than three days ago',
      async () => await world.transferCharity('2026-03-14T12:00:00Z'),
    ],
  ])('with a charity that has %s reports it, and is approved without it', async (_what, problem, make) => {
    const bad = await world.approved(await make())
    const good = await world.approved(await world.transferCharity(), 300_00n)
    const runId = await world.createdRun()
    expect((await world.calls.read(runId, world.one)).reply).toMatchObject({
      problems: 1,
      commands: { approve: 'One grant cannot be paid. Remove it from the run first.' },
    })
    const { data, meta } = (await world.calls.payments(runId, world.one, { onlyProblems: true })).reply
    expect(meta.total).toBe(1)
    expect(data[0]).toMatchObject({ grantId: bad, problem: expect.stringContaining(problem) })
    expect((await world.calls.approve(runId, world.two)).status).toBe(409)
    expect((await world.calls.remove(runId, world.one)).reply).toMatchObject({ payments: 1, problems: 0 })
    expect((await world.grants.read(bad, world.fund)).state).toBe('Approved')
    expect((await world.calls.approve(runId, world.two)).status).toBe(200)
    expect((await world.grants.read(good, world.fund)).state).toBe('Scheduled')
  })

  test('is checked again before its approval and before its file is released', async () => {
    const charityId = await world.transferCharity()
    await world.approved(charityId)
    const runId = await world.createdRun()
    await makeCharityProfile(world.portal.databases, charityId, { party_grantee_status: 'Rejected' })
    expect((await world.calls.approve(runId, world.two)).problem.detail).toContain(
      'marked the charity as rejected',
    )
    expect((await world.calls.check(runId, world.one)).reply.problems).toBe(1)
    await makeCharityProfile(world.portal.databases, charityId, { party_grantee_status: 'Accepted' })
    await world.calls.check(runId, world.one)
    expect((await world.calls.approve(runId, world.two)).status).toBe(200)
    await setStatusOf(world.portal.database.admin, world.fund.accountId, 'Immobile')
    expect((await world.calls.release(runId, world.two)).problem.detail).toContain('The fund is on hold')
    await setStatusOf(world.portal.database.admin, world.fund.accountId, 'Active')
    await world.portal.database.admin.query(`update charity set foundation = '04' where charity_id = $1`, [
      charityId,
    ])
    expect((await world.calls.release(runId, world.two)).problem.detail).toContain(
      'private non-operating foundation',
    )
    expect((await world.calls.withdraw(runId, world.two)).reply.state).toBe('created')
    expect((await world.calls.file(runId, world.two)).statusCode).toBe(409)
  })

  test('leaves out what is on hold, and nothing in a run can be held', async () => {
    const charityId = await world.transferCharity()
    const held = await world.approved(charityId)
    const db = world.portal.databases.book('npt')
    const hold = (grantId: string) =>
      holdGrant(db, world.fund.accountId, {
        grantId,
        reason: 'A question',
        by: { userId: world.one.user.userId, name: 'One' },
        at: clock.now(),
      })
    await hold(held)
    const paid = await world.approved(charityId, 300_00n)
    const runId = await world.createdRun()
    expect((await world.calls.payments(runId, world.one)).reply.data.map(({ grantId }) => grantId)).toEqual([
      paid,
    ])
    await expect(hold(paid)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a fund that becomes immobile while the bank has the file is paid nevertheless', async () => {
    const grantId = await world.approved(await world.transferCharity())
    const runId = await world.createdRun()
    await world.calls.approve(runId, world.two)
    await world.calls.release(runId, world.two)
    await setStatusOf(world.portal.database.admin, world.fund.accountId, 'Immobile')
    await world.calls.send(runId, world.two)
    await jobsDone(world.portal)
    expect((await world.grants.read(grantId, world.fund)).state).toBe('Paid')
  })

  test('includes what was approved until the end of the chosen day, and is paid by the bank’s cutoff', async () => {
    clock.set('2026-03-13T19:30:00Z')
    const [before, after] = [await world.transferCharity(), await world.transferCharity()]
    const renewed = async () => {
      world.approver = await makeStaff(world.portal)
      world.fund = await makeFund(world.portal, { balanceMinor: 200_000_00n })
    }
    await renewed()
    await world.approved(before)
    clock.set('2026-03-16T19:30:00Z')
    await renewed()
    world.one = await makeStaff(world.portal)
    await world.approved(after)
    expect((await world.calls.collect(world.one, 'eft', '2026-03-12')).status).toBe(409)
    const early = (await world.calls.collect(world.one, 'eft', '2026-03-13')).reply
    // After 15:00 in New York, so not tomorrow.
    expect([early.payments, early.paymentOn]).toEqual([1, '2026-03-18'])
    expect((await world.calls.collect(world.one, 'eft', '2026-03-17')).problem.errors).toHaveProperty(
      'cutoffOn',
    )
  })

  test('cancelled, its grants wait for the next run', async () => {
    const grantId = await world.approved(await world.transferCharity())
    const runId = await world.createdRun()
    expect((await world.calls.cancel(runId, world.one)).reply).toMatchObject({
      state: 'cancelled',
      commands: {},
    })
    expect((await world.grants.read(grantId, world.fund)).state).toBe('Approved')
    expect((await world.calls.approve(runId, world.two)).status).toBe(409)
    expect(await world.createdRun()).not.toBe(runId)
  })
})
