import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { stepUpLifetimeMs } from '../../../../server/auth/step-up.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund } from '../../../../testing/factories/make-fund.ts'
import { schedule, scheduleTerms } from '../../../../testing/grants/schedule-calls.ts'
import { listSchedules } from '../schedules.contract.ts'

// In the past, because the ledger takes no entry of a day to come by the database’s own clock.
const clock = testClock('2024-11-20T15:00:00Z')
let portal: TestApp
let fund: MadeFund
let charityId: string

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

beforeEach(async () => {
  clock.set('2024-11-20T15:00:00Z')
  // Its days are those of the clock, which goes back with each test.
  await portal.database.admin.query('delete from due_work')
  fund = await makeFund(portal, { balanceMinor: 20_000_00n })
  charityId = (await makeCharity(portal.databases)).charityId
})

const made = async (about: Parameters<typeof scheduleTerms>[1] = {}) =>
  (await schedule(portal, fund, scheduleTerms(charityId, about))).reply

/** A session of its own, because the clock of the tests runs past the end of the first. */
async function again() {
  fund = { ...fund, donor: { ...fund.donor, session: await portal.sessionFor(fund.donor.user) } }
}

describe('making a schedule (§13)', () => {
  test('returns its next twelve dates and sets nothing aside', async () => {
    const { status, reply } = await schedule(
      portal,
      fund,
      scheduleTerms(charityId, { startsOn: '2025-01-31' }),
    )
    expect(status).toBe(200)
    expect(reply.upcoming.slice(0, 3)).toMatchObject([
      { number: 0, nominalOn: '2025-01-31', dueOn: '2025-01-31' },
      { number: 1, nominalOn: '2025-02-28', dueOn: '2025-02-28' },
      { number: 2, nominalOn: '2025-03-31', dueOn: '2025-03-31' },
    ])
    expect(reply.upcoming).toHaveLength(12)
    const list = await portal.call(
      listSchedules,
      { params: { fundId: fund.fundId } },
      { as: fund.donor.session },
    )
    expect(list.reply.meta).toEqual({
      availableMinor: 20_000_00n,
      due: { until: '2025-02-18', grants: 1, dueMinor: 250_00n, waiting: 0 },
    })
  })

  test('recommends a first date of today at once', async () => {
    const reply = await made({ startsOn: '2024-11-20' })
    expect(reply.past).toMatchObject([{ number: 0, state: 'recommended', grantState: 'Recommended' }])
    expect(reply.upcoming[0]).toMatchObject({ number: 1, nominalOn: '2024-12-20', dueOn: '2024-12-20' })
  })

  test('waits for the next banking day and for six o’clock', async () => {
    clock.set('2024-11-23T15:00:00Z')
    await again()
    expect((await made({ startsOn: '2024-11-23' })).past).toEqual([])
    clock.set('2024-11-25T10:30:00Z')
    await again()
    expect((await made({ startsOn: '2024-11-25', amountMinor: 300_00n })).past).toEqual([])
  })

  test('a first grant that the balance does not cover is refused, and nothing is stored', async () => {
    const answer = await schedule(
      portal,
      fund,
      scheduleTerms(charityId, { startsOn: '2024-11-20', amountMinor: 20_001_00n, endsAfter: 1 }),
    )
    await again()
    expect(answer.problem?.errors ?? answer.status).not.toBe(200)
    const { rows } = await portal.database.admin.query('select from grant_schedule where account_id = $1', [
      fund.accountId,
    ])
    expect(rows).toEqual([])
  })

  test('creates one schedule for one key; other terms under the same key are a conflict', async () => {
    const key = randomUUID()
    const terms = scheduleTerms(charityId)
    const both = await Promise.all([
      schedule(portal, fund, terms, { key }),
      schedule(portal, fund, terms, { key }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const other = scheduleTerms(charityId, { amountMinor: 260_00n })
    expect((await schedule(portal, fund, other, { key })).status).toBe(409)
    const { rows } = await portal.database.admin.query(
      'select count(*)::int from grant_schedule where account_id = $1',
      [fund.accountId],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  test('step-up measures the sum of twelve months', async () => {
    const rich = await makeFund(portal, { balanceMinor: 5_000_000_00n })
    clock.advance(stepUpLifetimeMs + 1)
    const perMonth = npt.stepUpFromMinor / 12n - ((npt.stepUpFromMinor / 12n) % 100n)
    const of = (about: object) => schedule(portal, rich, scheduleTerms(charityId, about))
    expect((await of({ amountMinor: perMonth + 100_00n })).status).toBe(403)
    expect((await of({ amountMinor: perMonth + 100_00n, endsAfter: 6 })).status).toBe(200)
    // The schedule counts towards the sum of the day, its grants do not count again.
    expect((await of({ amountMinor: perMonth + 100_00n, endsAfter: 6 })).status).toBe(403)
  })

  test.each([
    ['a day in the past', { startsOn: '2024-11-19' }, 'startsOn'],
    ['two ends', { endsOn: '2025-06-01', endsAfter: 3 }, 'endsAfter'],
    ['an end before the start', { endsOn: '2025-01-01' }, 'endsOn'],
    ['below the minimum', { amountMinor: 249_00n }, 'amountMinor'],
    ['no certification', { certified: false }, 'certified'],
    ['an unknown charity', { charityId: 'US-EIN-000000000' }, 'charityId'],
    ['a refused purpose', { purposeCode: 'other', purposeText: 'Our 2026 pledge' }, 'purposeText'],
  ])('refuses %s', async (_what, about, field) => {
    const { status, problem } = await schedule(portal, fund, scheduleTerms(charityId, about))
    expect(status).toBe(400)
    expect(Object.keys(problem?.errors ?? {})).toEqual([field])
  })
})
