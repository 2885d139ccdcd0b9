import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npttransatlantic } from '../../../clients/configuration/npttransatlantic.ts'
import { dateOf } from '../../../domain/dates.ts'
import { minuteMs } from '../../../domain/durations.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeExpectedContribution } from '../../../testing/factories/make-contribution-document.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { receiveContribution } from '../../contributions/contributions.contract.ts'
import { getStaffGrant } from '../../grants/review/staff-grants.contract.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof postingCalls>

beforeAll(async () => {
  world = await startPostingWorld(clock)
  calls = postingCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()
const times = <T>(count: number, run: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => run(index))
const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

describe('a return from the threshold for two people on', () => {
  test('waits, credits nothing, and is carried out once when someone else confirms it', async () => {
    const grantId = await calls.paidGrant(25_000_00n)
    const before = await calls.available()
    const key = randomUUID()
    const filed = await calls.giveBack(grantId, 25_000_00n, world.staff, key)
    expect(filed.reply).toMatchObject({
      returnedMinor: 0n,
      postingRequest: { kind: 'return', requestedByName: expect.any(String) },
    })
    expect((await calls.giveBack(grantId, 25_000_00n, world.staff, key)).reply).toEqual(filed.reply)
    expect((await calls.giveBack(grantId, 25_000_00n, world.other)).problem.detail).toContain(
      'waits for a second person',
    )
    expect(await calls.available()).toBe(before)
    const [request] = await calls.waiting()
    expect(request).toMatchObject({ kind: 'return', amountMinor: 25_000_00n, bankReference: 'SVCR-1' })
    const id = await calls.requestId()
    expect((await calls.waiting(world.staff))[0]).toMatchObject({
      isOwn: true,
      decisionRefusal: expect.stringContaining('someone else'),
    })
    expect((await calls.confirm(id, world.staff)).problem.type).toMatch(/access-denied$/)
    expect((await calls.decline(id, world.staff)).problem.type).toMatch(/access-denied$/)
    const answers = await Promise.all(times(16, () => calls.confirm(id)))
    expect(statuses(answers)).toEqual([200, ...times(15, () => 409)])
    expect(await calls.available()).toBe(before + 25_000_00n)
    const { reply } = await world.portal.call(
      getStaffGrant,
      { params: { grantId } },
      { as: world.staff.session },
    )
    expect(reply.postingRequest).toBeNull()
    expect(reply.steps.at(-1)?.reason).toContain('Entered by')
    expect(await calls.waiting()).toEqual([])
  })

  test('is counted with the person’s world.other postings of 24 hours, also at once and of world.other kinds', async () => {
    const grants = await Promise.all(times(16, () => calls.approvedGrant(3_000_00n)))
    const before = await calls.available()
    const answers = await Promise.all(grants.map(grantId => calls.cancel(grantId)))
    expect(statuses(answers)).toEqual(times(16, () => 200))
    // Eight of $3,000 are below $25,000; the ninth would reach it.
    expect(answers.filter(({ reply }) => reply.postingRequest === null)).toHaveLength(8)
    expect(await calls.available()).toBe(before + 24_000_00n)
    expect(await calls.waiting()).toHaveLength(8)
    const { answer } = await calls.received(1_000_00n)
    expect(answer.reply).toMatchObject({
      state: 'expected',
      postingRequest: { kind: 'receive-contribution' },
    })
    // The audit log tells what was filed from what was posted.
    const { rows } = await world.portal.database.admin.query(
      `select kind, count(*)::int as events from audit_event where user_id = $1 and kind ~ '^(grant-void|contribution-re)'
        group by kind order by kind`,
      [world.staff.user.userId],
    )
    expect(rows).toEqual([
      { kind: 'contribution-receipt-filed', events: 1 },
      { kind: 'grant-void-filed', events: 8 },
      { kind: 'grant-voided', events: 8 },
    ])
    expect((await calls.received(1_000_00n, world.other)).answer.reply.state).toBe('received')
    clock.set(new Date(Date.parse(postingTime) + 24 * 60 * minuteMs))
    world.staff = { ...world.staff, session: await world.portal.sessionFor(world.staff.user) }
    expect((await calls.received(1_000_00n)).answer.reply.state).toBe('received')
  })

  test('needs a step-up from its threshold on, and leaves nothing without one', async () => {
    const grantId = await calls.paidGrant(100_000_00n)
    clock.set(new Date(Date.parse(postingTime) + 6 * minuteMs))
    expect((await calls.giveBack(grantId, 100_000_00n)).problem.type).toMatch(/step-up-needed$/)
    expect(await calls.waiting()).toEqual([])
    expect((await calls.giveBack(grantId, 50_000_00n)).status).toBe(409)
    world.staff = { ...world.staff, session: await world.portal.sessionFor(world.staff.user) }
    expect((await calls.giveBack(grantId, 100_000_00n)).status).toBe(200)
    // The confirmation always needs one.
    expect((await calls.confirm(await calls.requestId())).problem.type).toMatch(/step-up-needed$/)
  })

  test('is refused at once where it could not be carried out, and counts nothing', async () => {
    const grantId = await calls.approvedGrant(30_000_00n)
    expect((await calls.giveBack(grantId, 30_000_00n)).status).toBe(409)
    expect(await calls.waiting()).toEqual([])
    expect((await calls.received(20_000_00n)).answer.reply.state).toBe('received')
  })

  test('is confirmed with the state of now: a refusal says why, and the request stays', async () => {
    const grantId = await calls.approvedGrant(30_000_00n)
    expect((await calls.cancel(grantId)).reply.postingRequest).not.toBeNull()
    await payGrant(world.portal, grantId, await makeStaff(world.portal))
    const id = await calls.requestId()
    expect((await calls.confirm(id)).problem).toMatchObject({
      status: 409,
      detail: expect.stringContaining('This grant is'),
    })
    expect(await calls.waiting()).toHaveLength(1)
    expect((await calls.decline(id)).reply.state).toBe('declined')
    expect((await calls.confirm(id)).status).toBe(409)
    expect((await calls.withdraw(id)).status).toBe(409)
  })

  test('is decided by nobody of another book or without the permission; only its person withdraws it', async () => {
    await calls.cancel(await calls.approvedGrant(30_000_00n))
    const id = await calls.requestId()
    const elsewhere = await makeStaff(world.portal, { realm: 'ubs' })
    expect((await calls.confirm(id, elsewhere, { client: 'ubs' })).status).toBe(404)
    const auditor = await makeStaff(world.portal, { roles: [{ role: 'auditor', actions: null }] })
    expect((await calls.waiting(auditor)).length).toBe(1)
    expect((await calls.confirm(id, auditor)).problem.type).toMatch(/access-denied$/)
    expect((await calls.confirm(id, world.fund.donor)).status).toBe(400)
    expect((await calls.withdraw(id, world.other)).status).toBe(404)
    expect((await calls.withdraw(id)).reply.state).toBe('withdrawn')
    expect((await calls.confirm(id)).status).toBe(409)
  })
})

describe('a client of two books', () => {
  const inPounds = npttransatlantic.dualControlFromMinor
  const inDollars = npttransatlantic.inSecondaryBook?.dualControlFromMinor ?? 0n

  test('adds up the postings of a person in both books, each as a share of its threshold, also at once', async () => {
    const pounds = await makeFund(world.portal, { book: 'nptuk' })
    const dollars = await makeAccount(world.portal.databases, { book: 'nptukusd' })
    const { user } = await makeStaff(world.portal, { realm: 'nptuk' })
    const session = await world.portal.sessionFor(user, { client: 'npttransatlantic' })
    const receive = async (of: MadeAccount, amountMinor: bigint) => {
      const { contributionId } = await makeExpectedContribution(world.portal, of, { at: clock.now() })
      const day = dateOf(clock.now(), npttransatlantic.timeZone)
      const answer = await world.portal.call(
        receiveContribution,
        {
          params: { fundId: of.fundId, contributionId },
          body: command({ amountMinor, giftDate: day, effectiveDate: day }),
        },
        { as: session, headers: { 'x-currency': of.book === 'nptuk' ? 'GBP' : 'USD' } },
      )
      return answer.reply.state
    }
    const states = await Promise.all([
      receive(pounds, (inPounds * 6n) / 10n),
      receive(dollars, (inDollars * 6n) / 10n),
      receive(pounds, (inPounds * 6n) / 10n),
      receive(dollars, (inDollars * 6n) / 10n),
    ])
    expect(states.toSorted()).toEqual(['expected', 'expected', 'expected', 'received'])
    expect(await receive(pounds, 1_00n)).toBe('expected')
  })
})
