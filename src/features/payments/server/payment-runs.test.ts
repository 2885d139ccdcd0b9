import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { makeBankDetails, paymentCalls } from '../../../testing/payments/payment-calls.ts'
import { holdGrant } from '../../grants/server/review/holds.ts'
import { recordPayments } from './record-payments.ts'

const now = '2026-03-16T15:00:00Z'
const today = '2026-03-16'
const clock = testClock(now)
let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let approver: Person
let one: Person
let two: Person
let calls: ReturnType<typeof paymentCalls>
let grants: ReturnType<typeof grantCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  calls = paymentCalls(portal)
  grants = grantCalls(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

beforeEach(async () => {
  clock.set(now)
  // Each test has its own grants to collect.
  await portal.database.admin.query(
    `update grant_recommendation g set transaction_status_code = 7, outcome = 'voided' where transaction_status_code in (3, 4)`,
  )
  fund = await makeFund(portal, { balanceMinor: 200_000_00n })
  approver = await makeStaff(portal, { firstName: 'Ada', lastName: 'Approver' })
  one = await makeStaff(portal, { firstName: 'Carl', lastName: 'Collector' })
  two = await makeStaff(portal, { firstName: 'Petra', lastName: 'Payer' })
})

/** A charity that is paid by transfer, with details that were confirmed long ago. */
async function transferCharity(confirmedAt = '2026-03-01T12:00:00Z'): Promise<string> {
  const { charityId } = await makeCharity(portal.databases)
  await makeCharityProfile(portal.databases, charityId, {
    default_payment_type_code: 16,
    payee_email: 'grants@charity.example',
  })
  await makeBankDetails(portal, charityId, { confirmedAt: new Date(confirmedAt) })
  return charityId
}

const approved = async (charityId: string, amountMinor = 500_00n) =>
  await makeGrant(portal, fund, { charityId, amountMinor, approvedBy: approver, repeatConfirmed: true })

async function collected(method: 'eft' | 'cheque' = 'eft'): Promise<string> {
  const { status, reply } = await calls.collect(one, method, today)
  expect(status).toBe(200)
  return reply.runId
}

async function sent(method: 'eft' | 'cheque' = 'eft', firstCheque: string | null = null): Promise<string> {
  const runId = await collected(method)
  for (const step of [
    await calls.approve(runId, two, firstCheque),
    await calls.release(runId, one),
    await calls.send(runId, one),
  ])
    expect(step.status).toBe(200)
  await jobsDone(portal)
  return runId
}

describe('a payment run (§13)', () => {
  test('collects what is approved, is approved by a second person, and pays each grant once', async () => {
    const charityId = await transferCharity()
    const grantId = await approved(charityId)
    const other = await approved(charityId, 750_00n)
    expect((await calls.list(one)).reply.ready).toEqual([
      { method: 'eft', grants: 2, amountMinor: 1_250_00n },
      { method: 'cheque', grants: 0, amountMinor: 0n },
    ])
    const runId = await collected()
    const run = (await calls.read(runId, one)).reply
    expect(run).toMatchObject({
      state: 'collected',
      payments: 2,
      amountMinor: 1_250_00n,
      problems: 0,
      may: {
        check: null,
        cancel: null,
        approve: 'You collected this run, so somebody else has to approve it.',
      },
    })
    expect((await grants.read(grantId, fund)).state).toBe('Scheduled')
    expect((await calls.approve(runId, one)).problem.title).toBe('Access denied.')
    expect((await calls.release(runId, two)).status).toBe(409)
    expect((await calls.approve(runId, two)).reply).toMatchObject({ state: 'approved', paymentOn: '2026-03-17' })
    expect((await calls.file(runId, two)).statusCode).toBe(409)
    expect((await calls.send(runId, two)).status).toBe(409)
    expect((await calls.release(runId, one)).reply.isReleased).toBe(true)
    const file = await calls.file(runId, one)
    expect(file.headers['content-disposition']).toContain(`npt-run-${run.runNumber}.ach`)
    expect(file.body.split('\n')[0]).toHaveLength(94)
    expect((await calls.send(runId, one)).reply.state).toBe('sent')
    await jobsDone(portal)
    expect((await calls.read(runId, one)).reply).toMatchObject({ paid: 2, cleared: 0, returned: 0 })
    for (const id of [grantId, other]) {
      const grant = await grants.read(id, fund)
      expect(grant).toMatchObject({
        state: 'Paid',
        paidOn: today,
        paymentMethod: 'eft',
        paymentReference: `GRANT-${grant.transactionId}`,
      })
      expect(grant.steps.map(({ transition }) => transition)).toEqual(['recommend', 'approve', 'schedule', 'pay'])
    }
    expect((await grants.balances(fund)).endingMinor).toBe(198_750_00n)
    // Whatever is pressed or killed twice.
    expect((await calls.send(runId, one)).status).toBe(409)
    for (const _again of [1, 2])
      await recordPayments.run(
        { client: 'npt', runId },
        { db: portal.databases.book('npt'), origin: { book: 'npt' }, mailer: null, ...jobSettings, signal: new AbortController().signal },
      )
    expect((await grants.balances(fund)).endingMinor).toBe(198_750_00n)
    expect((await calls.collect(one, 'eft', today)).status).toBe(409)
  })

  test('the letter of each transfer is mailed to its charity with a PDF, once', async () => {
    const charityId = await transferCharity()
    const grantId = await approved(charityId)
    await sent()
    const { transactionId } = await grants.read(grantId, fund)
    const { rows } = await portal.database.admin.query(
      `select to_address, body, attachment_name, substr(attachment, 1, 5) as head from outgoing_mail where kind = 'payment-letter' and attachment_name = $1`,
      [`GRANT-${transactionId}.pdf`],
    )
    expect(rows).toEqual([
      {
        to_address: 'grants@charity.example',
        body: expect.stringContaining(`The grant number is ${transactionId}.`),
        attachment_name: `GRANT-${transactionId}.pdf`,
        head: Buffer.from('%PDF-'),
      },
    ])
  })

  test('numbers cheques from the number that is typed, never one twice, and prints their letters', async () => {
    const { charityId, name } = await makeCharity(portal.databases)
    const grantId = await approved(charityId)
    const runId = await collected('cheque')
    expect((await calls.approve(runId, two)).problem.errors).toHaveProperty('firstCheque')
    expect((await calls.approve(runId, two, '700001')).reply.cheques).toEqual({ first: '700001', last: '700001' })
    const letters = await calls.file(runId, two, 'letters')
    expect(letters.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    await calls.release(runId, two)
    const register = (await calls.file(runId, two)).body
    expect(register).toContain(`700001,2026-03-16,${name},"400 MARKET ST, PHILADELPHIA, PA 19106-0000",500.00,USD`)
    await calls.send(runId, two)
    await jobsDone(portal)
    expect(await grants.read(grantId, fund)).toMatchObject({ paymentMethod: 'cheque', paymentReference: '700001' })
    await approved(charityId)
    const next = await collected('cheque')
    expect((await calls.read(next, one)).reply.nextCheque).toBe('700002')
    expect((await calls.approve(next, two, '700001')).problem.errors).toHaveProperty('firstCheque')
    expect((await calls.approve(next, two, '700002')).status).toBe(200)
  })

  test.each([
    ['no bank details', 'no confirmed bank details', async () => {
      const { charityId } = await makeCharity(portal.databases)
      await makeCharityProfile(portal.databases, charityId, { default_payment_type_code: 16 })
      return charityId
    }],
    ['details of two days ago', 'less than three days ago', async () => await transferCharity('2026-03-14T12:00:00Z')],
  ])('with a charity that has %s says so, and goes on without it', async (_what, problem, make) => {
    const bad = await approved(await make())
    const good = await approved(await transferCharity(), 300_00n)
    const runId = await collected()
    expect((await calls.read(runId, one)).reply).toMatchObject({
      problems: 1,
      may: { approve: 'One grant cannot be paid. Take it out of the run first.' },
    })
    const { data, meta } = (await calls.payments(runId, one, { onlyProblems: true })).reply
    expect(meta.total).toBe(1)
    expect(data[0]).toMatchObject({ grantId: bad, problem: expect.stringContaining(problem) })
    expect((await calls.approve(runId, two)).status).toBe(409)
    expect((await calls.remove(runId, one)).reply).toMatchObject({ payments: 1, problems: 0 })
    expect((await grants.read(bad, fund)).state).toBe('Approved')
    expect((await calls.approve(runId, two)).status).toBe(200)
    expect((await grants.read(good, fund)).state).toBe('Scheduled')
  })

  test('is checked anew before its approval and before its file leaves', async () => {
    const charityId = await transferCharity()
    await approved(charityId)
    const runId = await collected()
    await makeCharityProfile(portal.databases, charityId, { party_grantee_status: 'Rejected' })
    expect((await calls.approve(runId, two)).problem.detail).toContain('marked the charity as rejected')
    expect((await calls.check(runId, one)).reply.problems).toBe(1)
    await makeCharityProfile(portal.databases, charityId, { party_grantee_status: 'Accepted' })
    await calls.check(runId, one)
    expect((await calls.approve(runId, two)).status).toBe(200)
    await setStatusOf(portal.database.admin, fund.accountId, 'Immobile')
    expect((await calls.release(runId, two)).problem.detail).toContain('The fund is immobile')
    await setStatusOf(portal.database.admin, fund.accountId, 'Active')
    await portal.database.admin.query(`update charity set foundation = '04' where charity_id = $1`, [charityId])
    expect((await calls.release(runId, two)).problem.detail).toContain('private non-operating foundation')
    expect((await calls.withdraw(runId, two)).reply.state).toBe('collected')
    expect((await calls.file(runId, two)).statusCode).toBe(409)
  })

  test('leaves out what is on hold, and nothing in a run can be held', async () => {
    const charityId = await transferCharity()
    const held = await approved(charityId)
    const db = portal.databases.book('npt')
    const hold = (grantId: string) =>
      holdGrant(db, fund.accountId, {
        grantId,
        reason: 'A question',
        by: { userId: one.user.userId, name: 'One' },
        at: clock.now(),
      })
    await hold(held)
    const paid = await approved(charityId, 300_00n)
    const runId = await collected()
    expect((await calls.payments(runId, one)).reply.data.map(({ grantId }) => grantId)).toEqual([paid])
    await expect(hold(paid)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a fund that becomes immobile while the bank has the file is paid nevertheless', async () => {
    const grantId = await approved(await transferCharity())
    const runId = await collected()
    await calls.approve(runId, two)
    await calls.release(runId, two)
    await setStatusOf(portal.database.admin, fund.accountId, 'Immobile')
    await calls.send(runId, two)
    await jobsDone(portal)
    expect((await grants.read(grantId, fund)).state).toBe('Paid')
  })

  test('takes until the cutoff of the chosen day', async () => {
    clock.set('2026-03-13T19:30:00Z')
    const [before, after] = [await transferCharity('2026-03-01T12:00:00Z'), await transferCharity()]
    approver = await makeStaff(portal)
    fund = await makeFund(portal, { balanceMinor: 200_000_00n })
    await approved(before)
    // 15:30 in New York, after the cutoff at 15:00 of the day before.
    clock.set('2026-03-16T15:00:00Z')
    approver = await makeStaff(portal)
    fund.donor.session = await portal.sessionFor(fund.donor.user)
    await approved(after)
    expect((await calls.collect(one, 'eft', '2026-03-13')).status).toBe(409)
    expect((await calls.collect(one, 'eft', '2026-03-14')).reply.payments).toBe(1)
    expect((await calls.collect(one, 'eft', '2026-03-17')).problem.errors).toHaveProperty('cutoffOn')
  })

  test('cancelled, its grants wait for the next run', async () => {
    const grantId = await approved(await transferCharity())
    const runId = await collected()
    expect((await calls.cancel(runId, one)).reply).toMatchObject({ state: 'cancelled', may: {} })
    expect((await grants.read(grantId, fund)).state).toBe('Approved')
    expect((await calls.approve(runId, two)).status).toBe(409)
    expect(await collected()).not.toBe(runId)
  })
})

describe('dual control of a run (§14)', () => {
  test('refuses whoever recommended a grant of it, and whoever approved one above the threshold', async () => {
    const charityId = await transferCharity()
    await makeGrant(portal, fund, { charityId, amountMinor: 25_000_00n, approvedBy: approver })
    const runId = await collected()
    expect((await calls.approve(runId, approver)).problem.detail).toContain('For its amount')
    expect((await calls.approve(runId, two)).status).toBe(200)
  })

  test('once the file was handed out, somebody else confirms that the bank does not have it', async () => {
    await approved(await transferCharity())
    const runId = await collected()
    await calls.approve(runId, two)
    await calls.release(runId, two)
    expect((await calls.withdraw(runId, two)).problem.title).toBe('Access denied.')
    expect((await calls.withdraw(runId, one)).reply).toMatchObject({ state: 'collected', isReleased: false })
  })

  test('needs a fresh verification to approve and to withdraw, and GRANT_PAY for everything', async () => {
    await approved(await transferCharity())
    const runId = await collected()
    const half = await makeStaff(portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'GRANT_APPROVE'] }],
    })
    for (const answer of [
      await calls.collect(half, 'eft', today),
      await calls.check(runId, half),
      await calls.remove(runId, half),
      await calls.approve(runId, half),
      await calls.cancel(runId, half),
      await calls.send(runId, half),
    ])
      expect(answer.problem.title).toBe('Access denied.')
    expect((await calls.read(runId, half)).reply.may.check).toMatch(/do not have access/)
    clock.advance(10 * 60 * 1000)
    expect((await calls.approve(runId, two)).status).toBe(403)
  })

  test('two who approve at once make one file; two who collect at once do not share a grant', async () => {
    await approved(await transferCharity())
    const three = await makeStaff(portal)
    const both = await Promise.all([calls.collect(one, 'eft', today), calls.collect(one, 'eft', today)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const runId = both.find(({ status }) => status === 200)?.reply.runId ?? ''
    const approvals = await Promise.all([calls.approve(runId, two), calls.approve(runId, three)])
    expect(approvals.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const releases = await Promise.all([calls.release(runId, two), calls.release(runId, three)])
    expect(releases.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const sends = await Promise.all([calls.send(runId, two), calls.send(runId, three)])
    expect(sends.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('the database pays only in a run that was sent, and lets no file of a held fund leave', async () => {
    const grantId = await approved(await transferCharity())
    const runId = await collected()
    const pay = portal.databases
      .book('npt')
      .insertInto('grant_history_entry')
      .values({
        grant_id: grantId,
        step: 9,
        transition: 'pay',
        to_status_code: 6,
        actor_user_id: two.user.userId,
        actor_name: 'Two',
        actor_side: 'sponsor',
      })
      .execute()
    await expect(pay).rejects.toMatchObject({ constraint: 'paid_by_run' })
    await calls.approve(runId, two)
    await setStatusOf(portal.database.admin, fund.accountId, 'Immobile')
    await expect(
      portal.database.admin.query(
        `update payment_run set released_at = now(), released_by = collected_by, released_by_name = 'x' where run_id = $1`,
        [runId],
      ),
    ).rejects.toMatchObject({ constraint: 'run_can_be_paid' })
  })

  test('the run of another book is not found', async () => {
    await approved(await transferCharity())
    const runId = await collected()
    const elsewhere = await makeStaff(portal, { realm: 'ubs' })
    const there = paymentCalls(portal, 'ubs')
    for (const answer of [
      await there.read(runId, elsewhere),
      await there.payments(runId, elsewhere),
      await there.check(runId, elsewhere),
      await there.approve(runId, elsewhere),
      await there.send(runId, elsewhere),
    ])
      expect(answer.status).toBe(404)
    expect((await there.file(runId, elsewhere)).statusCode).toBe(404)
    expect((await there.list(elsewhere)).reply.runs).toEqual([])
  })
})
