import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeFund } from '../../../testing/factories/make-fund.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'
import { basketCalls, commandOf } from '../../../testing/grants/basket-calls.ts'
import { draftOf } from '../../../testing/grants/make-draft.ts'
import { readSchedule, schedule, scheduleTerms } from '../../../testing/grants/schedule-calls.ts'
import { listCharityList, setCharityList } from '../../charity-list/charity-list.contract.ts'
import { listDrafts } from '../../grants/baskets/drafts.contract.ts'
import { getLegacyPlan } from '../legacy-plan.contract.ts'

const portal = await startTestApp({ clock: testClock('2026-11-20T15:00:00Z') })
afterAll(() => portal.close())

const changes = [
  [
    'left the register',
    `delisted_on = '2026-10-01', delisted_import = source_import`,
    'This charity is no longer in the register’s file of October 1, 2026, so our staff will review the recommendation first.',
  ],
  [
    'needs a review',
    `foundation = '21'`,
    'This is a supporting organization, so our staff will review the recommendation first.',
  ],
  [
    'is on a line that could not be read',
    `unread_on = '2026-10-01'`,
    'The latest file of the register could not be read for this charity, so our staff will review the recommendation first.',
  ],
  [
    'cannot receive grants',
    `foundation = '04'`,
    'This is a private non-operating foundation, which cannot receive a grant.',
  ],
] as const

test.each(changes)(
  'a charity that %s since it was saved says so in one sentence on the list, in drafts, baskets, schedules and the plan',
  async (_what, change, sentence) => {
    const fund = await makeFund(portal, { balanceMinor: 20_000_00n })
    const charity = await makeCharity(portal.databases)
    const { charityId, name } = charity
    const params = { fundId: fund.fundId }
    const as = { as: fund.donor.session }
    const calls = basketCalls(portal, fund, charity)
    await calls.save(randomUUID(), 0)
    const { basketId } = (await calls.gather([{ draftId: randomUUID(), content: draftOf(charity, {}) }]))
      .reply
    const { scheduleId } = (
      await schedule(portal, fund, scheduleTerms(charityId, { startsOn: '2027-01-15' }))
    ).reply
    const attributes = { charityId, inCharityList: true }
    await portal.call(setCharityList, { params, body: commandOf(attributes) }, as)
    await makeLegacyPlan(portal, fund, [{ name, shareHundredths: 10_000, charity_id: charityId }])

    const seen = async () => {
      const draft = (await portal.call(listDrafts, { params }, as)).reply.data[0]
      const row = (await calls.show(basketId)).rows[0]
      const listed = (await portal.call(listCharityList, { params }, as)).reply.data[0]
      const { checkUp } = (await portal.call(getLegacyPlan, { params }, as)).reply
      return {
        draft: draft?.charityFlag ?? null,
        basket: row?.errors[0]?.message ?? row?.warnings[0]?.message ?? null,
        schedule: (await readSchedule(portal, fund, scheduleId)).charityFlag,
        list: listed?.flag ?? null,
        plan: checkUp.map(text => text.slice(text.indexOf(':') + 2))[0] ?? null,
      }
    }
    expect(Object.values(await seen())).toEqual([null, null, null, null, null])
    await portal.databases
      .registrar()
      .query(`update charity set ${change} where charity_id = $1`, [charityId])
    expect(Object.values(await seen())).toEqual([sentence, sentence, sentence, sentence, sentence])
  },
)
