import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOfBook } from '../../../../clients/clients.ts'
import { addDays, type IsoDate } from '../../../../domain/dates.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testSource } from '../../../../testing/command-source.ts'
import { killProgram } from '../../../../testing/database/kill-program.ts'
import { makeCharity, registerOf } from '../../../../testing/factories/make-charity.ts'
import { makeContribution } from '../../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund } from '../../../../testing/factories/make-fund.ts'
import { insertSchedules } from '../../../../testing/grants/make-schedules.ts'
import { runSchedules } from '../../../../testing/grants/schedule-calls.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../../testing/property-runs.ts'
import { type Frequency, frequencyCodes, occurrencesFrom } from '../domain/schedule.ts'
import { calendarOf } from './run-occurrence.ts'
import { findSchedule } from './schedules.queries.ts'
import { setScheduleState } from './set-schedule-state.ts'

let portal: TestApp
const funds = new Map<string, { fund: MadeFund; charityId: string }>()

beforeAll(async () => {
  portal = await startTestApp()
  for (const book of ['npt', 'nptuk', 'rathbones']) {
    const fund = await makeFund(portal, { book })
    await makeContribution(portal.databases, fund, 900_000_000_00n)
    const { charityId } = await makeCharity(portal.databases, { register: registerOf(book) })
    funds.set(book, { fund, charityId })
  }
})
afterAll(() => portal.close())

const firstDay = '2024-02-01' as IsoDate
/**
 * The ledger takes no entry of a day to come by the database’s own clock. A charity that is on no register makes every date wait, which
 * needs no entry, so such a schedule runs to the end of the ten years.
 */
const lastDay = { grantable: '2026-11-01', unknown: '2033-12-01' } as const
const at = (day: IsoDate, hourUtc: number) => new Date(`${day}T${String(hourUtc).padStart(2, '0')}:00:00Z`)

type Decided = { number: number; nominal_on: string; due_on: string; state: string; grant_id: string | null }

const decidedOf = async (scheduleId: string): Promise<Decided[]> =>
  (
    await portal.database.admin.query<Decided>(
      `select number, nominal_on::text, due_on::text, state, grant_id from grant_occurrence
        where schedule_id = $1 order by number`,
      [scheduleId],
    )
  ).rows

const grantsOf = async (scheduleId: string): Promise<number> =>
  (
    await portal.database.admin.query<{ count: number }>(
      'select count(*)::int from grant_recommendation where schedule_id = $1',
      [scheduleId],
    )
  ).rows[0]?.count ?? 0

/** What happens on a day of the run: the program runs at this hour, twice at once, or not at all; the donor pauses or resumes. */
const event = fc.record({
  afterDays: fc.integer({ min: 1, max: 110 }),
  hourUtc: fc.integer({ min: 0, max: 23 }),
  what: fc.constantFrom<'run' | 'two-copies' | 'pause' | 'resume'>(
    'run',
    'run',
    'two-copies',
    'pause',
    'resume',
  ),
})

const settingsOf = (book: string, day: IsoDate, now: Date) => {
  const { fund } = funds.get(book) as { fund: MadeFund }
  const { userId, firstName, lastName } = fund.donor.user
  const client = clientOfBook(book)
  const actor = { userId, name: `${firstName} ${lastName}`, side: 'fund' as const }
  return {
    client,
    book: client.book,
    today: day,
    now,
    otherBook: null,
    source: testSource(userId, now),
    requireVerification: () => {},
    actor,
    author: { ...actor, onBehalfOf: null, sessionId: null, address: '127.0.0.1' },
    permissions: {
      userId,
      actions: new Set(['GRANT_RECOMMEND'] as const),
      accountRoles: ['donor'] as const,
    },
  }
}

test('decides each date once over ten years of pauses, missed days and two instances', {
  timeout: propertyTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('npt', 'nptuk', 'rathbones'),
      fc.constantFrom<Frequency>(...frequencyCodes),
      fc.integer({ min: 0, max: 60 }),
      fc.array(event, { minLength: 5, maxLength: 60 }),
      fc.constantFrom<keyof typeof lastDay>('grantable', 'unknown'),
      async (book, frequency, startsAfter, events, kind) => {
        const { fund, charityId } = funds.get(book) as { fund: MadeFund; charityId: string }
        await portal.database.admin.query('delete from due_work')
        // Schedules of earlier runs end here: they would run on, and one that is paid would reach days to come.
        await portal.database.admin.query(
          `update grant_schedule set state = 'stopped', next_on = null where next_on is not null`,
        )
        const startsOn = addDays(firstDay, startsAfter)
        const [scheduleId = ''] = await insertSchedules(
          portal.databases,
          fund,
          kind === 'grantable' ? charityId : 'US-EIN-000000000',
          {
            count: 1,
            frequency,
            startsOn,
          },
        )
        const db = portal.databases.book(book)
        let day = firstDay
        await runSchedules(portal.databases, at(day, 12), { book })
        let lastRun = firstDay
        for (const { afterDays, hourUtc, what } of events) {
          day = addDays(day, afterDays)
          if (day > lastDay[kind]) break
          const now = at(day, hourUtc)
          if (what === 'run' || what === 'two-copies') {
            const run = () => runSchedules(portal.databases, now, { book })
            expect((await Promise.all(what === 'run' ? [run()] : [run(), run()])).flat()).toEqual([])
            if (hourUtc >= 12) lastRun = day
            continue
          }
          const found = await findSchedule(db, fund.accountId, scheduleId)
          if (!found || found.next_on === null) continue
          const state = what === 'pause' ? 'paused' : 'active'
          const { revision } = found
          await setScheduleState(
            db,
            fund.accountId,
            { scheduleId, revision, state },
            settingsOf(book, day, now),
          )
        }
        const decided = await decidedOf(scheduleId)
        const dates = { frequency, startsOn, firstNumber: 0, end: { kind: 'never' as const } }
        const expected = occurrencesFrom(dates, 0, calendarOf(clientOfBook(book)), 200)
        // Every date in order, none twice, none left out up to the last run of the morning.
        expect(decided.map(({ number }) => number)).toEqual(decided.map((_, index) => index))
        for (const { number, nominal_on, due_on } of decided)
          expect({ nominal_on, due_on }).toEqual({
            nominal_on: expected[number]?.nominalOn,
            due_on: expected[number]?.dueOn,
          })
        expect(decided.length).toBeGreaterThanOrEqual(expected.filter(({ dueOn }) => dueOn <= lastRun).length)
        expect(await grantsOf(scheduleId)).toBe(decided.filter(({ state }) => state === 'recommended').length)
      },
    ),
    { numRuns: propertyRuns({ usual: 2, long: 200 }) },
  )
})

test('recommends each date once when a run is killed and runs again', {
  timeout: propertyTimeoutMs,
}, async () => {
  const { fund, charityId } = funds.get('npt') as { fund: MadeFund; charityId: string }
  await portal.database.admin.query('delete from due_work')
  const schedules = await insertSchedules(portal.databases, fund, charityId, {
    count: 150,
    frequency: 'monthly',
    startsOn: '2025-03-03' as IsoDate,
  })
  const now = at('2025-03-03' as IsoDate, 12)
  const given = { now: now.toISOString(), stopAfter: 50 }
  await killProgram(portal.database, 'grants/schedule-program.ts', given)
  const recommended = async () =>
    (
      await portal.database.admin.query<{ grants: number; schedules: number }>(
        `select count(*)::int as grants, count(distinct schedule_id)::int as schedules from grant_recommendation
          where schedule_id = any($1)`,
        [schedules],
      )
    ).rows[0]
  const before = await recommended()
  expect(before?.grants).toBeGreaterThan(0)
  expect(before?.grants).toBeLessThan(150)
  expect(await runSchedules(portal.databases, now)).toEqual([])
  expect(await runSchedules(portal.databases, now)).toEqual([])
  expect(await recommended()).toEqual({ grants: 150, schedules: 150 })
})
