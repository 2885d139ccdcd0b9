import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { runSchedules, schedule, scheduleTerms } from '../../../testing/grants/schedule-calls.ts'
import { importState } from '../../../testing/registers/import-state.ts'
import { decideRegisterChange, getRegisterChange, listRegisterChanges } from '../register-changes.contract.ts'
import { compareBook } from './compare-registers.ts'

const clock = testClock('2026-03-16T15:00:00Z')
const portal = await startTestApp({ clock })
afterAll(() => portal.close())

test('a schedule waits after its charity left the register, and goes on when staff say so', async () => {
  const fund = await makeFund(portal, { balanceMinor: 20_000_00n })
  const { charityId, number, name } = await makeCharity(portal.databases)
  const other = { number: '990000007', name: 'ONE THAT STAYS' }
  await importState(portal.databases, [other, { number, name }], '2026-12-01')
  const terms = scheduleTerms(charityId, { startsOn: '2026-04-15' })
  const { scheduleId } = (await schedule(portal, fund, terms)).reply
  await importState(portal.databases, [other], '2026-12-02')
  const { signal } = new AbortController()
  await compareBook(portal.databases.book('npt'), { book: 'npt', clock, signal })

  const statesAfter = async (day: string) => {
    clock.set(`${day}T15:00:00Z`)
    await portal.database.admin.query('delete from due_work')
    expect(await runSchedules(portal.databases, clock.now())).toEqual([])
    const { rows } = await portal.database.admin.query<{ state: string }>(
      'select state from grant_occurrence where schedule_id = $1 order by number',
      [scheduleId],
    )
    return rows.map(({ state }) => state)
  }
  expect(await statesAfter('2026-04-15')).toEqual(['waiting'])
  // Who logged in before has been logged out since.
  const staff = await makeStaff(portal)
  const { data } = (await portal.call(listRegisterChanges, { query: {} }, { as: staff.session })).reply
  const decided = await portal.call(
    decideRegisterChange,
    {
      params: { changeId: data[0]?.changeId ?? '' },
      body: {
        data: {
          type: 'command',
          attributes: { decision: 'continue', reason: 'It is listed under its parent', seen: 'open' },
        },
      },
    },
    { as: staff.session, idempotencyKey: randomUUID() },
  )
  expect(decided.status).toBe(200)
  expect(await statesAfter('2026-05-15')).toEqual(['waiting', 'recommended'])
})

test('a change says that schedules go on once a later import has the charity as before', async () => {
  clock.set('2026-03-16T15:00:00Z')
  const fund = await makeFund(portal, { balanceMinor: 20_000_00n })
  const { charityId, number, name } = await makeCharity(portal.databases)
  const other = { number: '990000007', name: 'ONE THAT STAYS' }
  await importState(portal.databases, [other, { number, name }], '2026-12-03')
  await schedule(portal, fund, scheduleTerms(charityId, { startsOn: '2026-04-15' }))
  await importState(portal.databases, [other], '2026-12-04')
  const compare = () =>
    compareBook(portal.databases.book('npt'), { book: 'npt', clock, signal: new AbortController().signal })
  await compare()
  const staff = await makeStaff(portal)
  const { data } = (await portal.call(listRegisterChanges, { query: {} }, { as: staff.session })).reply
  const { changeId = '' } = data.find(change => change.charityId === charityId) ?? {}
  const needsNoReview = async () =>
    (await portal.call(getRegisterChange, { params: { changeId } }, { as: staff.session })).reply
      .needsNoReview
  expect(await needsNoReview()).toBe(false)
  await importState(portal.databases, [other, { number, name }], '2026-12-05')
  await compare()
  expect(await needsNoReview()).toBe(true)
})
