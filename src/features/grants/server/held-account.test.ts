import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { makeAccountHold } from '../../../testing/factories/make-account-hold.ts'
import { type MadeCharity, makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { basketCalls } from '../../../testing/grants/basket-calls.ts'
import { draftOf } from '../../../testing/grants/make-draft.ts'
import {
  readSchedule,
  runSchedules,
  schedule,
  scheduleTerms,
} from '../../../testing/grants/schedule-calls.ts'
import { fundOnHold } from '../domain/fund-status.ts'

// No job runs here, so that the account stays Active, as it does for some seconds after two people confirmed the finding.
const clock = testClock('2025-01-02T15:00:00Z')
let portal: TestApp
let charity: MadeCharity
let held: MadeFund
let immobile: MadeFund

beforeAll(async () => {
  portal = await startTestApp({ clock })
  charity = await makeCharity(portal.databases)
})
afterAll(() => portal.close())
beforeEach(async () => {
  held = await makeFund(portal)
  immobile = await makeFund(portal)
})

const hold = () => makeAccountHold(portal, held)
const holdTheOther = () => setStatusOf(portal.database.admin, immobile.accountId, 'Immobile')

/** The reply's status and text, without the trace that each reply has of its own. */
const textOf = ({ status, problem }: { status: number; problem: { traceId?: string } }) => {
  const { traceId: _own, ...rest } = problem
  return `${status} ${JSON.stringify(rest)}`
}
const isWaiting = async () => {
  const { rows } = await portal.database.admin.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length === 1
}

describe('an account that is held and still Active answers as one that is immobile for another reason', () => {
  test.each([
    ['a grant', {}],
    ['a grant over the balance', { amountMinor: 90_000_00n }],
  ])('to %s, byte for byte', async (_what, about) => {
    await hold()
    await holdTheOther()
    const [one, other] = [
      await recommend(portal, held, recommendation(charity.charityId, about)),
      await recommend(portal, immobile, recommendation(charity.charityId, about)),
    ]
    expect(textOf(one)).toBe(textOf(other))
    expect(one.status).toBe(400)
  })

  test('to a grant that would be a repeat', async () => {
    for (const fund of [held, immobile]) await recommend(portal, fund, recommendation(charity.charityId))
    await hold()
    await holdTheOther()
    const [one, other] = [
      await recommend(portal, held, recommendation(charity.charityId)),
      await recommend(portal, immobile, recommendation(charity.charityId)),
    ]
    expect(textOf(one)).toBe(textOf(other))
    expect(one.problem.title).toBe('Access denied.')
  })

  test('to a grant that waits for the lock of the fund while the finding is confirmed', async () => {
    await holdTheOther()
    const refused = textOf(await recommend(portal, immobile, recommendation(charity.charityId)))
    const other = await portal.database.admin.connect()
    await other.query('begin')
    await other.query('select from fund_account where account_id = $1 for update', [held.accountId])
    const sent = recommend(portal, held, recommendation(charity.charityId))
    await expect.poll(isWaiting, { timeout: 5_000, interval: 10 }).toBe(true)
    await hold()
    await other.query('commit')
    other.release()
    expect(textOf(await sent)).toBe(refused)
  })

  test('to a basket of grants', async () => {
    const refusals = []
    for (const [fund, stop] of [
      [held, hold],
      [immobile, holdTheOther],
    ] as const) {
      const calls = basketCalls(portal, fund, charity)
      const { reply } = await calls.gather([{ draftId: randomUUID(), content: draftOf(charity) }])
      const { basket } = await calls.show(reply.basketId)
      await stop()
      refusals.push(textOf(await calls.submit(basket)))
    }
    expect(refusals[0]).toBe(refusals[1])
    expect(refusals[0]).toContain('Access denied.')
  })

  test('to a schedule, and the dates of an earlier one are skipped', async () => {
    const terms = scheduleTerms(charity.charityId)
    const made = []
    for (const fund of [held, immobile]) made.push((await schedule(portal, fund, terms)).reply.scheduleId)
    await hold()
    await holdTheOther()
    const again = scheduleTerms(charity.charityId, { amountMinor: 300_00n })
    const refused = textOf(await schedule(portal, held, again))
    expect(refused).toBe(textOf(await schedule(portal, immobile, again)))
    expect(refused).toContain('Access denied.')
    expect(await runSchedules(portal.databases, new Date('2025-01-16T15:00:00Z'))).toEqual([])
    const occurrences = []
    for (const [index, fund] of [held, immobile].entries())
      occurrences.push((await readSchedule(portal, fund, made[index] ?? '')).past)
    expect(occurrences[0]).toEqual(occurrences[1])
    expect(JSON.stringify(occurrences[0])).toContain(fundOnHold)
  })
})
