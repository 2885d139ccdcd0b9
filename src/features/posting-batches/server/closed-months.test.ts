import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeFund } from '../../../testing/factories/make-fund.ts'
import { postingTime, startPostingWorld } from '../../../testing/posting-world.ts'
import { checkPostingBatch, enterPostingBatch } from '../posting-batches.contract.ts'

const world = await startPostingWorld(testClock(postingTime))
afterAll(() => world.stop())
beforeAll(() => world.renew())

const closeFebruary = () =>
  world.portal.databases
    .book('npt')
    .insertInto('month_close')
    .values({
      ...{ month: isoDate('2026-02-01'), checks: '[]', balances: '{}' },
      ...{ closed_by: randomUUID(), closed_by_name: 'Erin', closed_at: new Date() },
    })
    .execute()

test('the dry run says which lines stand in the next month, and a close since it asks for another look', async () => {
  const fund = await makeFund(world.portal)
  const rows = ['2026-02-28,5.00', '2026-03-01,6.00', '2025-03-01,7.00'].map(
    rest => `${fund.fundId},Gain,${rest},`,
  )
  const upload = new TextEncoder().encode(['Account ID,Kind,Date,Amount,Comment', ...rows].join('\r\n'))
  const check = async () =>
    (
      await world.portal.call(
        checkPostingBatch,
        { query: { name: 'gains.csv' }, upload },
        { as: world.staff.session },
      )
    ).reply
  const enter = (planHash: string) =>
    world.portal.call(
      enterPostingBatch,
      { query: { name: 'gains.csv', reference: 'Gains', planHash }, upload },
      { as: world.staff.session, idempotencyKey: randomUUID() },
    )
  const open = await check()
  expect(open).toMatchObject({ moved: [], movedLines: 0, firstOpenDay: null })
  await closeFebruary()
  const closed = await check()
  expect(closed).toMatchObject({ moved: [2, 4], movedLines: 2, firstOpenDay: '2026-03-01', refusal: null })
  expect((await enter(open.planHash)).status).toBe(409)
  expect((await enter(closed.planHash)).status).toBe(200)
})
