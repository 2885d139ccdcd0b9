import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint, Sent } from '../../../../contract/endpoint.ts'
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
} from '../../../../testing/grants/schedule-calls.ts'
import { certifySchedule, recommendOccurrence } from '../schedules.contract.ts'

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

  test('a date waits once the person who certified it may no longer recommend from the account', async () => {
    const { scheduleId } = await made()
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    await portal.database.admin.query(
      `update account_relationship r set ended_at = $2 from party p
        where p.book = r.book and p.party_id = r.party_id and p.user_id = $1`,
      [fund.donor.user.userId, clock.now()],
    )
    await run('2025-01-15T12:00:00Z')
    fund = { ...fund, donor: { ...joint, session: await portal.sessionFor(joint.user) } }
    const { past, revision } = await readSchedule(portal, fund, scheduleId)
    expect(past).toMatchObject([{ state: 'waiting', field: 'certified' }])
    expect((await command(certifySchedule, scheduleId, { revision, certified: true })).status).toBe(200)
    await run('2025-02-18T12:00:00Z')
    await again()
    expect((await readSchedule(portal, fund, scheduleId)).past).toMatchObject([{ state: 'recommended' }, {}])
  })

  test('a grant above the balance waits with its reason, notifies the donor, and is corrected in place', async () => {
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
      { number: 0, state: 'skipped', reason: 'The fund is on hold, so it cannot make grants.' },
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

  test('a date waits if its charity may no longer receive a grant, and the schedule is flagged', async () => {
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
