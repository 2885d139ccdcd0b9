import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { addDays, dateOf } from '../../../../domain/dates.ts'
import { stepUpLifetimeMs } from '../../../../server/auth/step-up.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund } from '../../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../../testing/factories/make-relationship.ts'
import type { MadeUser } from '../../../../testing/factories/make-user.ts'
import {
  readSchedule,
  runSchedules,
  schedule,
  scheduleTerms,
} from '../../../../testing/grants/schedule-calls.ts'
import { certifySchedule, changeSchedule, stopSchedule } from '../schedules.contract.ts'

// In the evening of the sponsor's day, so that a first date of today is recommended at once. Each test has its own week, because a day's
// schedules run once.
const evening = '2026-03-16T22:30:00Z'
const clock = testClock(evening)
const threshold: bigint = npt.stepUpFromMinor
const almost = threshold - 1_00n
const hourMs = 60 * 60 * 1000
let weeks = 0
let portal: TestApp
let charityId: string
let first: MadeFund
let second: MadeFund
let donor: MadeUser
/** A session whose verification is too old to count. */
let session: TestSession

beforeAll(async () => {
  portal = await startTestApp({ clock })
  charityId = (await makeCharity(portal.databases)).charityId
})
afterAll(() => portal.close())

beforeEach(async () => {
  clock.set(new Date(Date.parse(evening) + weeks * 7 * 24 * hourMs))
  weeks += 1
  first = await makeFund(portal, { balanceMinor: 5_000_000_00n })
  second = await makeFund(portal, { balanceMinor: 5_000_000_00n })
  donor = first.donor.user
  await makeRelationship(portal.databases, second, { user: donor })
  session = await stale(donor)
})

async function stale(user: MadeUser): Promise<TestSession> {
  const made = await portal.sessionFor(user)
  clock.advance(stepUpLifetimeMs + 1)
  return made
}

const grantFrom = async (fund: MadeFund, amountMinor: bigint) =>
  (
    await recommend(portal, fund, recommendation(charityId, { amountMinor, repeatConfirmed: true }), {
      as: session,
    })
  ).status

describe('schedules', () => {
  const today = () => dateOf(clock.now(), npt.timeZone)
  const yearly = (fund: MadeFund, amountMinor: bigint) =>
    schedule(
      portal,
      fund,
      scheduleTerms(charityId, { amountMinor, frequency: 'yearly', startsOn: today() }),
      {
        as: session,
      },
    )
  const stop = async (scheduleId: string) => {
    const { revision } = await readSchedule(portal, first, scheduleId)
    const { status } = await portal.call(
      stopSchedule,
      {
        params: { fundId: first.fundId, scheduleId },
        body: { data: { type: 'command', attributes: { revision } } },
      },
      { as: session },
    )
    return status
  }
  const change = async (scheduleId: string, amountMinor: bigint) =>
    await portal.call(
      changeSchedule,
      {
        params: { fundId: first.fundId, scheduleId },
        body: {
          data: {
            type: 'command',
            attributes: {
              ...scheduleTerms(charityId, { amountMinor, frequency: 'yearly' }),
              startsOn: addDays(today(), 366),
              revision: 1,
            },
          },
        },
      },
      { as: session },
    )

  test('count by their greatest yearly sum, also after a change to a smaller one', async () => {
    const large = (threshold * 94n) / 100n
    const made = await yearly(first, large)
    expect([made.status, (await change(made.reply.scheduleId, 250_00n)).status]).toEqual([200, 200])
    expect((await yearly(second, large)).status).toBe(403)
    expect(await grantFrom(second, large)).toBe(403)
    clock.advance(24 * hourMs)
    session = await stale(donor)
    expect((await yearly(second, almost)).status).toBe(200)
  })

  test('count what they recommended and what they were changed to, each', async () => {
    const half = (threshold * 49n) / 100n
    const made = await yearly(first, half)
    expect((await change(made.reply.scheduleId, half)).status).toBe(200)
    expect((await yearly(second, half)).status).toBe(403)
  })

  test('that are ended and made again count each time', async () => {
    const some = (threshold * 30n) / 100n
    for (let round = 1; round <= 3; round += 1) {
      const { reply } = await yearly(first, some)
      expect(await stop(reply.scheduleId)).toBe(200)
    }
    expect((await yearly(first, some)).status).toBe(403)
  })

  test('of which four are made at once, and changed at once, are accepted up to the threshold', async () => {
    const answers = await Promise.all([first, second, first, second].map(fund => yearly(fund, almost)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403])
    clock.advance(25 * hourMs)
    session = await stale(donor)
    const small = [await yearly(first, 250_00n), await yearly(first, 250_00n)]
    const changes = await Promise.all(small.map(({ reply }) => change(reply.scheduleId, almost - 1_000_00n)))
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  test('count for the person who certified them, also if another made them', async () => {
    const startsOn = addDays(today(), 2)
    const terms = scheduleTerms(charityId, { amountMinor: 250_00n, frequency: 'yearly', startsOn })
    const { reply } = await schedule(portal, second, terms, { as: await stale(second.donor.user) })
    const large = {
      ...scheduleTerms(charityId, { amountMinor: almost, frequency: 'yearly', startsOn }),
      revision: 1,
    }
    const changed = await portal.call(
      changeSchedule,
      {
        params: { fundId: second.fundId, scheduleId: reply.scheduleId },
        body: { data: { type: 'command', attributes: large } },
      },
      { as: session },
    )
    expect(changed.status).toBe(200)
    clock.advance(48 * hourMs)
    expect(await runSchedules(portal.databases, clock.now())).toEqual([])
    session = await stale(donor)
    expect(await grantFrom(first, almost)).toBe(403)
  })

  test('count all their dates that waited for a certification, not those of one year', async () => {
    // A year is below the threshold, eighteen months are above it.
    const terms = scheduleTerms(charityId, {
      amountMinor: (threshold * 6n) / 100n,
      startsOn: addDays(today(), 2),
    })
    const { reply } = await schedule(portal, first, terms, { as: session })
    await portal.database.admin.query(
      `insert into grant_occurrence (book, schedule_id, number, nominal_on, due_on, state, reason, field, decided_at)
        select 'npt', $1, 100 + n, day, day, 'waiting', 'It is not certified', 'certified', '2026-03-01'
          from generate_series(1, 18) n, lateral (select date '2020-01-15' + n * 31 as day) d`,
      [reply.scheduleId],
    )
    clock.advance(25 * hourMs)
    session = await stale(donor)
    const body = { data: { type: 'command' as const, attributes: { certified: true, revision: 1 } } }
    const params = { fundId: first.fundId, scheduleId: reply.scheduleId }
    const certify = (as: TestSession) => portal.call(certifySchedule, { params, body }, { as })
    expect((await certify(session)).status).toBe(403)
    expect((await certify(await portal.sessionFor(donor))).status).toBe(200)
  })

  test('count by what they recommended within 24 hours, if they were certified before', async () => {
    const terms = scheduleTerms(charityId, {
      amountMinor: almost,
      frequency: 'yearly',
      startsOn: addDays(today(), 2),
    })
    const made = await schedule(portal, first, terms, { as: session })
    expect(made.status).toBe(200)
    clock.advance(48 * hourMs)
    expect(await runSchedules(portal.databases, clock.now())).toEqual([])
    session = await stale(donor)
    expect(await grantFrom(second, almost)).toBe(403)
  })
})
