import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeFund, makeStaff } from '../../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../../testing/grants/grant-calls.ts'
import { askAboutGrant, holdGrant } from '../staff-commands.contract.ts'
import { countDueGrants, listGrantQueue } from '../staff-grants.contract.ts'

const clock = testClock('2026-03-16T15:00:00Z')
const portal = await startTestApp({ clock })
afterAll(() => portal.close())

const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })

test('counts what is due today and what is late, by the day that each row says', async () => {
  const fund = await makeFund(portal, { balanceMinor: 200_000_00n })
  const first = { as: (await makeStaff(portal)).session }
  const [asked, held, approved] = [
    await makeGrant(portal, fund),
    await makeGrant(portal, fund),
    await makeGrant(portal, fund),
    await makeGrant(portal, fund),
  ]
  const message = body({ reason: null, message: 'Which branch?' })
  await portal.call(askAboutGrant, { params: { grantId: asked }, body: message }, first)
  await portal.call(holdGrant, { params: { grantId: held }, body: body({ reason: 'To be seen' }) }, first)
  await grantCalls(portal).approve(approved, first.as)
  const countsOn = async (day: string) => {
    clock.set(`${day}T15:00:00Z`)
    const as = { as: (await makeStaff(portal)).session }
    const listed = async (queue: 'to-approve' | 'to-pay') => {
      const { reply } = await portal.call(listGrantQueue, { query: { queue, first: 500 } }, as)
      const days = reply.data.map(({ dueOn }) => dueOn ?? '9999')
      return { today: days.filter(due => due === day).length, late: days.filter(due => due < day).length }
    }
    const counts = (await portal.call(countDueGrants, {}, as)).reply.data
    expect(counts, day).toEqual({
      'to-approve': await listed('to-approve'),
      'to-pay': await listed('to-pay'),
    })
    return counts
  }
  const none = { today: 0, late: 0 }
  // Five banking days for a decision, ten for a payment. The grant that waits for the donor’s answer is not staff’s.
  expect(await countsOn('2026-03-20')).toEqual({ 'to-approve': none, 'to-pay': none })
  expect(await countsOn('2026-03-22')).toEqual({ 'to-approve': none, 'to-pay': none })
  expect(await countsOn('2026-03-23')).toEqual({ 'to-approve': { today: 2, late: 0 }, 'to-pay': none })
  expect(await countsOn('2026-03-28')).toMatchObject({ 'to-approve': { today: 0, late: 2 } })
  expect((await countsOn('2026-03-30'))['to-pay']).toEqual({ today: 1, late: 0 })
  expect((await countsOn('2026-03-31'))['to-pay']).toEqual({ today: 0, late: 1 })
})
