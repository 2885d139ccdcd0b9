import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assetCalls, listedValueMinor } from '../../../testing/asset-calls.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { reverseCaseEntry } from '../estate-cases.contract.ts'

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
let world: PostingWorld
let two: Person
beforeAll(async () => {
  world = await startPostingWorld(testClock(postingTime))
  two = await makeStaff(world.portal)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

test('assets that a case releases are listed as released, and held again when that is taken back', async () => {
  const assets = assetCalls(world)
  const cases = caseCalls(world.portal, () => ({ one: world.staff, two }))
  await assets.receive()
  const to = await makeFund(world.portal)
  const share = { charityId: null, toFundId: to.fundId, shareHundredths: 10_000 }
  const { caseId } = (await cases.openClosing(world.fund, [share])).reply
  await cases.confirm(caseId)
  await cases.distribute(caseId)
  expect((await cases.release(caseId, listedValueMinor - 1_00n)).status).toBe(200)
  expect(await assets.holdings('held')).toMatchObject([{ isReleased: false, leftMinor: listedValueMinor }])

  const last = await cases.release(caseId, 1_00n)
  expect(last.status).toBe(200)
  expect(await assets.holdings('held')).toEqual([])
  const [released] = await assets.holdings('all')
  expect(released).toMatchObject({ isReleased: true, unitsLeft: '0', leftMinor: 0n, mayDispose: false })
  expect((await assets.sell(released?.holdingId ?? '')).status).toBe(409)

  const { rows } = await world.portal.database.admin.query(
    `select entry_id from holding_release where holding_id = $1`,
    [released?.holdingId],
  )
  const reversal = await world.portal.call(
    reverseCaseEntry,
    { params: { caseId, entryId: rows[0].entry_id }, body: command({ reason: 'Another case' }) },
    { as: world.staff.session, idempotencyKey: randomUUID() },
  )
  expect(reversal.status).toBe(200)
  const posting = postingCalls(world)
  expect((await posting.confirm(await posting.requestId(), two)).status).toBe(200)
  expect(await assets.holdings('held')).toMatchObject([{ isReleased: false, leftMinor: listedValueMinor }])
})
