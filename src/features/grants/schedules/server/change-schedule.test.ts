import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint, Sent } from '../../../../contract/endpoint.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { withoutTriggers } from '../../../../testing/database/without-triggers.ts'
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
  pauseSchedule,
  resumeSchedule,
  skipOccurrence,
  stopSchedule,
} from '../schedules.contract.ts'

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

  test('a change applies from the next date, certifies the schedule again, and shows the second editor what the first saved', async () => {
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
    await withoutTriggers(
      portal.database.admin,
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
