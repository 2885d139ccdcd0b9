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

test('a file with a day before its account was opened, as by a slip in the year, is not entered', async () => {
  const fund = await makeFund(world.portal, { openedOn: isoDate('2019-03-04') })
  const other = await makeFund(world.portal)
  const rows = [
    `${fund.fundId},Gain,2019-03-04,1,`,
    `${fund.fundId},Gain,2019-03-03,1,`,
    `${other.fundId},Gain,1999-03-15,1,`,
  ]
  const upload = new TextEncoder().encode(['Account ID,Kind,Date,Amount,Comment', ...rows].join('\r\n'))
  const { reply: plan } = await world.portal.call(
    checkPostingBatch,
    { query: { name: 'gains.csv' }, upload },
    { as: world.staff.session },
  )
  expect(plan.fundCount).toBe(1)
  expect(plan.wrong).toEqual([
    {
      line: 3,
      problems: [`Account ${fund.fundId} was opened on March 4, 2019. Enter that day or a later one`],
    },
    { line: 4, problems: [expect.stringContaining(`Account ${other.fundId} was opened on`)] },
  ])
  const { problem } = await world.portal.call(
    enterPostingBatch,
    { query: { name: 'gains.csv', reference: 'Gains', planHash: plan.planHash }, upload },
    { as: world.staff.session, idempotencyKey: randomUUID() },
  )
  expect(problem.detail).toContain('2 lines cannot be read')
})
