import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '../../../../domain/durations.ts'
import { checkCalls } from '../../../../testing/check-calls.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeStaff } from '../../../../testing/factories/make-fund.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../../testing/payments/payment-fixture.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let calls: ReturnType<typeof checkCalls>

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  calls = checkCalls(world)
})
afterAll(() => world.stop())

describe('a difference', () => {
  test('is mailed once to each person who may read and answer it, also when two copies of the program check', async () => {
    const limited = await makeStaff(world.portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'AUDIT_VIEW'] }],
    })
    await calls.whileDiffering(async () => {
      const on = calls.tomorrow()
      await Promise.all([calls.work({ on }), calls.work({ on })])
      await calls.work({ on })
    })
    const { checkId, differenceCount } = await calls.latest()
    expect(differenceCount).toBe(1)
    const mails = await calls.query(`select to_address, subject, body from person_mail where cause like $1`, [
      `book-check:${checkId}:%`,
    ])
    expect(mails.map(({ to_address }) => to_address).toSorted()).toEqual(
      [world.approver, world.one, world.two].map(({ user }) => user.email).toSorted(),
    )
    expect(mails[0]?.subject).toMatch(/^NPT Giving: Nightly check of \w+ \d+, 2026: 1 difference$/)
    expect(mails[0]?.body).toContain(`Account ${world.fund.fundId}: balance, spendable`)
    expect((await calls.answer(checkId, limited)).problem.type).toMatch(/access-denied$/)
    const auditor = await makeStaff(world.portal, { roles: [{ role: 'auditor', actions: null }] })
    expect((await calls.list(auditor)).unanswered).toBe(1)
    expect((await calls.answer(checkId, auditor)).problem.type).toMatch(/access-denied$/)
    const both = await Promise.all([calls.answer(checkId), calls.answer(checkId, world.two)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { answer: given } = await calls.latest()
    expect(given?.reason).toBe('The row was restored')
    expect(
      await calls.query(
        `select from audit_event where kind = 'posting-check-answered' and detail ->> 'checkId' = $1`,
        [checkId],
      ),
    ).toHaveLength(1)
  })

  test('that no one may answer fails the work of the night with a sentence, until someone may', async () => {
    await calls.whileDiffering(async () => {
      const [failure] = await calls.work({ readers: async () => [] })
      expect(String(failure?.error)).toMatch(/the check of npt stops its payment runs, and no one has both/)
      expect(await calls.latest()).toMatchObject({ day: calls.today(), differenceCount: 1 })
      const laterMs = 15 * minuteMs
      clock.advance(laterMs)
      expect(await calls.work({ on: calls.today() })).toEqual([])
      clock.advance(-laterMs)
    })
    const { checkId } = await calls.latest()
    const cause = [`book-check:${checkId}:%`]
    expect(await calls.query('select from person_mail where cause like $1', cause)).toHaveLength(3)
    await calls.answerAll()
  })

  test('is found by the next attempt where the program was killed in the midst, and stored whole or not at all', async () => {
    const killed = new AbortController()
    killed.abort()
    await calls.differingNight({ signal: killed.signal })
    expect((await calls.latest()).day).not.toBe(calls.today())
    await calls.differingNight({ on: calls.today() })
    expect(await calls.latest()).toMatchObject({ day: calls.today(), differenceCount: 1 })
    await calls.answerAll()
  })

  test('stops approvals, releases, files and letters of the book until it is answered, and lets staff record what was sent', async () => {
    const charityId = await world.transferCharity()
    await world.approved(charityId)
    const released = await world.createdRun()
    await world.calls.approve(released, world.two)
    await world.calls.release(released, world.one)
    await world.approved(charityId)
    const approved = await world.createdRun()
    await world.calls.approve(approved, world.two)
    await world.approved(charityId)
    const created = await world.createdRun()
    await calls.differingNight()
    for (const refused of [
      await world.calls.approve(created, world.two),
      await world.calls.release(approved, world.one),
    ])
      expect(refused.problem.detail).toMatch(/The nightly check of this book found differences/)
    for (const what of ['file', 'letters'] as const)
      expect((await world.calls.file(released, world.one, what)).statusCode, what).toBe(409)
    const direct = world.portal.databases
      .book('npt')
      .updateTable('payment_run')
      .set({ released_at: clock.now(), released_by: world.one.user.userId, released_by_name: 'x' })
      .where('run_id', '=', approved)
      .execute()
    await expect(direct).rejects.toMatchObject({ constraint: 'book_check_answered' })
    expect((await world.calls.send(released, world.one)).status).toBe(200)
    await calls.answerAll()
    expect((await world.calls.approve(created, world.two)).status).toBe(200)
    expect((await world.calls.release(approved, world.one)).status).toBe(200)
    expect((await world.calls.file(approved, world.one)).statusCode).toBe(200)
  })

  test('of another book is neither seen nor answered, and stops nothing here', async () => {
    const abroad = await makeStaff(world.portal, { realm: 'rathbones' })
    await calls.differingNight()
    const { checkId } = await calls.latest()
    expect(await calls.list(abroad, 'rathbones')).toEqual({ data: [], unanswered: 0 })
    expect((await calls.answer(checkId, abroad, 'rathbones')).status).toBe(404)
    expect(await calls.work({ book: 'rathbones', on: calls.today() })).toEqual([])
    expect(await calls.list(abroad, 'rathbones')).toMatchObject({
      data: [{ differenceCount: 0 }],
      unanswered: 0,
    })
    await calls.answerAll()
  })
})

test('the server’s own connection changes no check, and answers each once', async () => {
  const db = world.portal.databases.book('npt')
  await expect(db.updateTable('book_check').set({ difference_count: 0 }).execute()).rejects.toThrow(
    /permission denied/,
  )
  await expect(db.deleteFrom('book_check').execute()).rejects.toThrow(/permission denied/)
  const again = db
    .updateTable('book_check')
    .set({ answer: 'another' })
    .where('answered_at', 'is not', null)
    .execute()
  await expect(again).rejects.toMatchObject({ constraint: 'check_answered_once' })
})
