import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rotateKeys } from '../../../server/files/rotate-keys.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { paymentCalls } from '../../../testing/payments/payment-calls.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { listPaymentRuns } from '../payments.contract.ts'
import { fileOwner } from './run-file.ts'

const { now, today } = paymentTime
const clock = testClock(now)
let world: PaymentFixture

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

describe('dual control of a run (§14)', () => {
  test('refuses the person who recommended a grant of it, and the person who approved one above the threshold', async () => {
    const charityId = await world.transferCharity()
    await makeGrant(world.portal, world.fund, {
      charityId,
      amountMinor: 25_000_00n,
      approvedBy: world.approver,
    })
    const runId = await world.createdRun()
    expect((await world.calls.approve(runId, world.approver)).problem.detail).toContain(
      'Because of its amount',
    )
    expect((await world.calls.approve(runId, world.two)).status).toBe(200)
  })

  test('requires someone else to confirm that the bank does not have the file once it was released', async () => {
    await world.approved(await world.transferCharity())
    const runId = await world.createdRun()
    await world.calls.approve(runId, world.two)
    await world.calls.release(runId, world.two)
    expect((await world.calls.withdraw(runId, world.two)).problem.title).toBe('Access denied.')
    expect((await world.calls.withdraw(runId, world.one)).reply).toMatchObject({
      state: 'created',
      isReleased: false,
    })
  })

  test('requires a step-up to approve and to withdraw, and GRANT_PAY for everything', async () => {
    await world.approved(await world.transferCharity())
    const runId = await world.createdRun()
    const half = await makeStaff(world.portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'GRANT_APPROVE'] }],
    })
    for (const answer of [
      await world.calls.collect(half, 'eft', today),
      await world.calls.check(runId, half),
      await world.calls.remove(runId, half),
      await world.calls.approve(runId, half),
      await world.calls.cancel(runId, half),
      await world.calls.send(runId, half),
    ])
      expect(answer.problem.title).toBe('Access denied.')
    expect((await world.calls.read(runId, half)).reply.commands.check).toMatch(/do not have access/)
    clock.advance(10 * 60 * 1000)
    expect((await world.calls.approve(runId, world.two)).status).toBe(403)
  })

  test('creates one file for concurrent approvals, and puts no grant into two runs', async () => {
    await world.approved(await world.transferCharity())
    const three = await makeStaff(world.portal)
    const both = await Promise.all([
      world.calls.collect(world.one, 'eft', today),
      world.calls.collect(world.one, 'eft', today),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const runId = both.find(({ status }) => status === 200)?.reply.runId ?? ''
    const approvals = await Promise.all([
      world.calls.approve(runId, world.two),
      world.calls.approve(runId, three),
    ])
    expect(approvals.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const releases = await Promise.all([
      world.calls.release(runId, world.two),
      world.calls.release(runId, three),
    ])
    expect(releases.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const sends = await Promise.all([world.calls.send(runId, world.two), world.calls.send(runId, three)])
    expect(sends.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await jobsDone(world.portal)
  })

  test('the database pays only in a run that was sent, and lets no file of a held fund leave', async () => {
    const grantId = await world.approved(await world.transferCharity())
    const runId = await world.createdRun()
    const pay = world.portal.databases
      .book('npt')
      .insertInto('grant_history_entry')
      .values({
        grant_id: grantId,
        step: 9,
        transition: 'pay',
        to_status_code: 6,
        actor_user_id: world.two.user.userId,
        actor_name: 'Two',
        actor_side: 'sponsor',
      })
      .execute()
    await expect(pay).rejects.toMatchObject({ constraint: 'paid_by_run' })
    await world.calls.approve(runId, world.two)
    await setStatusOf(world.portal.database.admin, world.fund.accountId, 'Immobile')
    await expect(
      world.portal.database.admin.query(
        `update payment_run set released_at = now(), released_by = created_by, released_by_name = 'x' where run_id = $1`,
        [runId],
      ),
    ).rejects.toMatchObject({ constraint: 'run_can_be_paid' })
  })

  test('the keys of the files are rotated like those of documents', async () => {
    await world.approved(await world.transferCharity())
    const runId = await world.createdRun()
    await world.calls.approve(runId, world.two)
    const { keys } = world.portal.documentFiles
    const rotated = await rotateKeys({
      db: world.portal.databases.book('npt'),
      keys: { ...keys, currentKeyId: 'the next one' },
      table: 'payment_run',
      ownerOf: id => fileOwner('npt', id),
    })
    expect(rotated.failed).toEqual([])
    expect(rotated.rotated).toBeGreaterThan(0)
    await world.calls.release(runId, world.two)
    expect((await world.calls.file(runId, world.two)).statusCode).toBe(200)
  })

  test('at a client with two books each pays in its own way, and their runs stay apart', async () => {
    const staff = await makeStaff(world.portal, { realm: 'nptuk' })
    const session = await world.portal.sessionFor(staff.user, { client: 'npttransatlantic' })
    const listIn = async (currency: 'GBP' | 'USD') =>
      (
        await world.portal.call(
          listPaymentRuns,
          {},
          { as: session, client: 'npttransatlantic', headers: { 'x-currency': currency } },
        )
      ).reply.meta
    expect(await listIn('GBP')).toMatchObject({ currency: 'GBP', settings: { format: 'bacs18' } })
    expect(await listIn('USD')).toMatchObject({ currency: 'USD', settings: { format: 'nacha' } })
  })

  test('letters leave after a step-up and are recorded each time, with the part', async () => {
    await world.approved((await makeCharity(world.portal.databases)).charityId)
    const runId = await world.createdRun('cheque')
    await world.calls.approve(runId, world.two, '700001')
    const recorded = async () =>
      (
        await world.portal.database.admin.query(
          `select detail - 'run' as detail, session_id is not null as has_session from audit_event
            where kind = 'payment-letters-downloaded' and user_id = $1 order by seq`,
          [world.two.user.userId],
        )
      ).rows
    expect((await world.calls.file(runId, world.two, 'letters')).statusCode).toBe(200)
    expect((await world.calls.file(runId, world.two, 'letters')).statusCode).toBe(200)
    const event = { detail: { client: 'npt', part: '1', letters: '1' }, has_session: true }
    expect(await recorded()).toEqual([event, event])
    clock.advance(10 * 60 * 1000)
    const refused = await world.calls.file(runId, world.two, 'letters')
    expect([refused.statusCode, refused.json().type]).toEqual([
      403,
      expect.stringContaining('step-up-needed'),
    ])
    expect(await recorded()).toHaveLength(2)
  })

  test('marks who created a run once their access has ended', async () => {
    await world.approved(await world.transferCharity())
    const runId = await world.createdRun()
    const namesOf = async () => {
      const { events } = (await world.calls.read(runId, world.two)).reply
      const listed = (await world.calls.list(world.two)).reply.data.find(run => run.runId === runId)
      return [listed?.createdByName, events[0]?.actorName]
    }
    const [name] = await namesOf()
    expect(name).not.toContain('(')
    await world.portal.database.admin.query('update app_user set has_access = false where user_id = $1', [
      world.one.user.userId,
    ])
    expect(await namesOf()).toEqual(Array(2).fill(`${name} (no longer has access)`))
  })

  test('the run of another book is not found', async () => {
    await world.approved(await world.transferCharity())
    const runId = await world.createdRun()
    const elsewhere = await makeStaff(world.portal, { realm: 'ubs' })
    const there = paymentCalls(world.portal, 'ubs')
    for (const answer of [
      await there.read(runId, elsewhere),
      await there.payments(runId, elsewhere),
      await there.check(runId, elsewhere),
      await there.approve(runId, elsewhere),
      await there.send(runId, elsewhere),
    ])
      expect(answer.status).toBe(404)
    expect((await there.file(runId, elsewhere)).statusCode).toBe(404)
    expect((await there.list(elsewhere)).reply.data).toEqual([])
  })
})
