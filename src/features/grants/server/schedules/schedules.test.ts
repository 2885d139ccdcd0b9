import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import type { Endpoint, Sent } from '../../../../contract/endpoint.ts'
import { stepUpLifetimeMs } from '../../../../server/auth/step-up.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { setStatusOf } from '../../../../testing/factories/change-account.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makePersonOf } from '../../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../../testing/factories/make-grant.ts'
import {
  readSchedule,
  runSchedules,
  schedule,
  scheduleTerms,
  setState,
} from '../../../../testing/grants/schedule-calls.ts'
import {
  certifySchedule,
  changeSchedule,
  getDueGrants,
  listSchedules,
  pauseSchedule,
  recommendOccurrence,
  resumeSchedule,
  skipOccurrence,
  stopSchedule,
} from '../../schedules.contract.ts'

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

async function run(at: string): Promise<void> {
  clock.set(at)
  expect(await runSchedules(portal.databases, clock.now())).toEqual([])
}

const made = async (about: Parameters<typeof scheduleTerms>[1] = {}) =>
  (await schedule(portal, fund, scheduleTerms(charityId, about))).reply

/** A session of its own, because the clock of the tests runs past the end of the first. */
async function again() {
  fund = { ...fund, donor: { ...fund.donor, session: await portal.sessionFor(fund.donor.user) } }
}

const command = <E extends Endpoint>(
  endpoint: E,
  scheduleId: string,
  attributes: object,
  as = fund.donor.session,
) =>
  portal.call(
    endpoint,
    {
      params: { fundId: fund.fundId, scheduleId },
      body: { data: { type: 'command', attributes } },
    } as unknown as Sent<E>,
    { as },
  )

describe('making a schedule (§13)', () => {
  test('says its next twelve dates and sets nothing aside', async () => {
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

  test('a first grant that the balance does not cover is refused, and nothing is left of it', async () => {
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

  test('the same key makes one schedule; with other terms it is a conflict', async () => {
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

describe('the run of the morning', () => {
  test('recommends a date at 06:00 of the client’s clock, once', async () => {
    const { scheduleId } = await made()
    await run('2025-01-15T10:59:00Z')
    await again()
    expect((await readSchedule(portal, fund, scheduleId)).past).toEqual([])
    await run('2025-01-15T11:00:00Z')
    await run('2025-01-15T11:10:00Z')
    const { past, upcoming } = await readSchedule(portal, fund, scheduleId)
    expect(past).toMatchObject([{ number: 0, state: 'recommended' }])
    expect(upcoming[0]).toMatchObject({ number: 1, nominalOn: '2025-02-15', dueOn: '2025-02-18' })
  })

  test('runs missed days once each, dated today, and asks nothing about the same amount within 30 days', async () => {
    const { scheduleId } = await made()
    await run('2025-04-21T12:00:00Z')
    await again()
    const { past } = await readSchedule(portal, fund, scheduleId)
    expect(past.map(({ state }) => state)).toEqual(Array(4).fill('recommended'))
    const { rows } = await portal.database.admin.query(
      'select distinct recommended_on::text as day from grant_recommendation where schedule_id = $1',
      [scheduleId],
    )
    expect(rows).toEqual([{ day: '2025-04-21' }])
  })

  test('what the balance does not cover waits with its reason, tells the donor, and is corrected in place', async () => {
    const { scheduleId } = await made({ amountMinor: 5_000_00n, endsAfter: 6 })
    await recommend(portal, fund, recommendation(charityId, { amountMinor: 16_000_00n }))
    await run('2025-01-15T12:00:00Z')
    await again()
    const [waiting] = (await readSchedule(portal, fund, scheduleId)).past
    expect(waiting).toMatchObject({
      state: 'waiting',
      field: 'amountMinor',
      reason: 'The available balance did not cover the grant.',
    })
    const { rows } = await portal.database.admin.query(
      `select payload -> 'payload' ->> 'number' as number from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'mail-occurrence' and j.payload::text like '%' || $1 || '%'`,
      [scheduleId],
    )
    expect(rows).toEqual([{ number: '0' }])
    const correction = {
      number: 0,
      amountMinor: 4_000_00n,
      purposeCode: 'where_needed',
      purposeText: null,
      benefitAnswer: null,
      certified: true,
    }
    const corrected = await command(recommendOccurrence, scheduleId, correction)
    expect(corrected.reply.past).toMatchObject([{ number: 0, state: 'recommended', reason: null }])
    expect((await command(recommendOccurrence, scheduleId, correction)).status).toBe(200)
    const grants = await portal.database.admin.query(
      'select amount_minor::int from grant_recommendation where schedule_id = $1',
      [scheduleId],
    )
    expect(grants.rows).toEqual([{ amount_minor: 4_000_00 }])
  })

  test('dates while the fund is immobile are skipped and listed', async () => {
    const { scheduleId } = await made()
    await setStatusOf(portal.database.admin, fund.accountId, 'Immobile')
    await run('2025-01-15T12:00:00Z')
    await setStatusOf(portal.database.admin, fund.accountId, 'Active')
    await run('2025-02-18T12:00:00Z')
    await again()
    expect((await readSchedule(portal, fund, scheduleId)).past).toMatchObject([
      { number: 1, state: 'recommended' },
      { number: 0, state: 'skipped', reason: 'The fund is immobile, so it cannot make grants.' },
    ])
  })

  test('after twelve months without a new certification dates wait, and are recommended once it is given', async () => {
    const { scheduleId } = await made({ frequency: 'yearly' })
    await run('2025-01-15T12:00:00Z')
    await run('2026-01-15T12:00:00Z')
    await again()
    const before = await readSchedule(portal, fund, scheduleId)
    expect(before.past[0]).toMatchObject({ number: 1, state: 'waiting', field: 'certified' })
    const { revision } = before
    expect((await command(certifySchedule, scheduleId, { revision, certified: false })).status).toBe(400)
    const { reply } = await command(certifySchedule, scheduleId, { revision, certified: true })
    expect(reply).toMatchObject({ certifiedOn: '2026-01-15', waiting: 0 })
    expect(reply.past[0]).toMatchObject({ number: 1, state: 'recommended' })
  })

  test('a charity that may receive no grant any more keeps its date waiting, and is flagged', async () => {
    const { scheduleId } = await made()
    const change = (columns: string) =>
      portal.database.admin.query(`update charity set ${columns} where charity_id = $1`, [charityId])
    await change(`delisted_on = '2024-12-01', delisted_import = 1`)
    expect((await readSchedule(portal, fund, scheduleId)).charityFlag).not.toBeNull()
    await change(`delisted_on = null, delisted_import = null, subsection = '04'`)
    await run('2025-01-15T12:00:00Z')
    await again()
    const { past, charityFlag } = await readSchedule(portal, fund, scheduleId)
    expect(past[0]).toMatchObject({ state: 'waiting', field: 'charityId', reason: charityFlag })
  })
})

describe('pausing, skipping, changing and stopping', () => {
  test('dates while paused are skipped; resuming brings none of them back', async () => {
    const paused = await setState(portal, fund, pauseSchedule, await made())
    expect(paused.reply).toMatchObject({ state: 'paused', revision: 2 })
    await run('2025-01-15T12:00:00Z')
    clock.set('2025-02-20T12:00:00Z')
    await again()
    const resumed = await setState(portal, fund, resumeSchedule, paused.reply)
    expect(resumed.reply.past).toMatchObject([
      { number: 1, state: 'skipped', reason: 'The schedule was paused.' },
      { number: 0, state: 'skipped' },
    ])
    await run('2025-03-17T12:00:00Z')
    await again()
    expect((await readSchedule(portal, fund, resumed.reply.scheduleId)).past[0]).toMatchObject({
      number: 2,
      state: 'recommended',
    })
  })

  test('one of the next dates is skipped, once', async () => {
    const { scheduleId } = await made()
    expect((await command(skipOccurrence, scheduleId, { number: 1 })).reply.upcoming[1]).toMatchObject({
      number: 1,
      isSkipped: true,
    })
    expect((await command(skipOccurrence, scheduleId, { number: 1 })).status).toBe(200)
    expect((await command(skipOccurrence, scheduleId, { number: 12 })).status).toBe(409)
    await run('2025-03-17T12:00:00Z')
    await again()
    const { past } = await readSchedule(portal, fund, scheduleId)
    expect(past.map(({ state }) => state)).toEqual(['recommended', 'skipped', 'recommended'])
  })

  test('a stopped schedule stays stopped', async () => {
    const stopped = await setState(portal, fund, stopSchedule, await made())
    expect(stopped.reply).toMatchObject({ state: 'stopped', upcoming: [], may: { change: false } })
    expect((await setState(portal, fund, resumeSchedule, stopped.reply)).status).toBe(409)
    await run('2025-01-15T12:00:00Z')
    await again()
    expect((await readSchedule(portal, fund, stopped.reply.scheduleId)).past).toEqual([])
  })

  test('a change counts from the next date, certifies anew, and names the second editor what the first saved', async () => {
    const { scheduleId } = await made()
    await run('2025-01-15T12:00:00Z')
    await again()
    const terms = scheduleTerms(charityId, { amountMinor: 400_00n, startsOn: '2025-02-10' })
    const changed = await command(changeSchedule, scheduleId, { ...terms, revision: 1 })
    expect(changed.reply).toMatchObject({ amountMinor: 400_00n, certifiedOn: '2025-01-15', revision: 2 })
    expect(changed.reply.upcoming[0]).toMatchObject({ number: 1, nominalOn: '2025-02-10' })
    const second = await command(changeSchedule, scheduleId, { ...terms, amountMinor: 500_00n, revision: 1 })
    expect(second.status).toBe(409)
    expect(second.problem?.otherEdits?.changes.map(({ field }) => field)).toContain('amount_minor')
  })

  test('only its maker or a donor changes the amount; another holder may pause it', async () => {
    const advisor = await makePersonOf(portal, fund, 'primary_advisor')
    await portal.database.admin.query(
      'update fund_account set advisor_may_grant = true where account_id = $1',
      [fund.accountId],
    )
    const { scheduleId } = await made()
    const as = advisor.session
    const terms = { ...scheduleTerms(charityId, { amountMinor: 400_00n }), revision: 1 }
    expect((await command(changeSchedule, scheduleId, terms, as)).status).toBe(400)
    const purpose = { ...scheduleTerms(charityId, { namingCode: 'anonymous' }), revision: 1 }
    expect((await command(changeSchedule, scheduleId, purpose, as)).status).toBe(200)
    expect((await setState(portal, fund, pauseSchedule, { scheduleId, revision: 2 }, as)).status).toBe(200)
  })

  test('another fund’s schedule does not exist', async () => {
    const { scheduleId } = await made()
    const other = await makeFund(portal)
    for (const [endpoint, attributes] of [
      [pauseSchedule, { revision: 1 }],
      [skipOccurrence, { number: 0 }],
      [certifySchedule, { revision: 1, certified: true }],
      [changeSchedule, { ...scheduleTerms(charityId), revision: 1 }],
    ] as const) {
      const { status } = await portal.call(
        endpoint as typeof pauseSchedule,
        {
          params: { fundId: other.fundId, scheduleId },
          body: { data: { type: 'command', attributes: attributes as { revision: number } } },
        },
        { as: other.donor.session },
      )
      expect(status).toBe(404)
    }
  })
})

test('what falls due within 90 days leaves out what is paused or skipped', async () => {
  const due = async () =>
    (await portal.call(getDueGrants, { params: { fundId: fund.fundId } }, { as: fund.donor.session })).reply
  const { scheduleId, revision } = await made({ startsOn: '2024-12-01' })
  expect(await due()).toMatchObject({ grants: 3, dueMinor: 750_00n })
  await command(skipOccurrence, scheduleId, { number: 1 })
  expect(await due()).toMatchObject({ grants: 2, dueMinor: 500_00n })
  await setState(portal, fund, pauseSchedule, { scheduleId, revision })
  expect(await due()).toMatchObject({ grants: 0, dueMinor: 0n })
  expect((await recommend(portal, fund, recommendation(charityId))).status).toBe(200)
})
