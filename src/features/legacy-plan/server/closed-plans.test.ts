import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeDocument } from '../../../testing/factories/make-document.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { person, planCalls } from '../../../testing/legacy-plan-calls.ts'
import { listInterestedParties } from '../../account-details/relationships.contract.ts'
import { getLegacyPlan, listPlanVersions, listSuccessors, setEndowment } from '../legacy-plan.contract.ts'

let portal: TestApp
let calls: ReturnType<typeof planCalls>
beforeAll(async () => {
  portal = await startTestApp({ clock: testClock() })
  calls = planCalls(portal)
})
afterAll(() => portal.close())

describe('a plan that is not edited online (§5)', () => {
  test('is shown at rathbones and refused to donors, while staff save it by the instruction', async () => {
    const fund = await makeFund(portal, { book: 'rathbones' })
    const { violation } = await portal
      .call(
        getLegacyPlan,
        { params: { fundId: fund.fundId } },
        { as: fund.donor.session, client: 'rathbones' },
      )
      .then(({ reply }) => reply)
    expect(violation).toBe('You cannot update your legacy plan online.')
    const refused = await calls.save(fund, [person('Ann', 10_000)])
    expect([refused.status, refused.problem.detail]).toEqual([
      400,
      'You cannot update your legacy plan online.',
    ])
    const staff = await makeStaff(portal, { realm: 'rathbones' })
    const instructionId = await makeDocument(portal, fund, { type: 'instruction' })
    const saved = await calls.save(fund, [person('Ann', 10_000)], { as: staff.session, instructionId })
    expect(saved.reply.current?.version).toBe(1)
  })

  test('does not exist at cazenove', async () => {
    const fund = await makeFund(portal, { book: 'cazenove' })
    const sent = { params: { fundId: fund.fundId } }
    const as = fund.donor.session
    for (const endpoint of [getLegacyPlan, listPlanVersions, listSuccessors])
      expect((await portal.call(endpoint, sent, { as, client: 'cazenove' })).status).toBe(404)
    expect((await calls.save(fund, [], { revision: 1 })).status).toBe(404)
  })

  test('is that of an endowed fund, which staff set with a reason; afterwards the type follows from the plan again', async () => {
    const fund = await makeFund(portal)
    await calls.save(fund, [person('Ann', 10_000)])
    const staff = await makeStaff(portal)
    const endow = async (isEndowed: boolean, as = staff.session) => {
      const attributes = {
        isEndowed,
        reason: 'Agreed on 3 May.',
        revision: (await calls.read(fund, as)).revision,
      }
      return await portal.call(
        setEndowment,
        { params: { fundId: fund.fundId }, body: { data: { type: 'command', attributes } } },
        { as },
      )
    }
    expect((await endow(true, fund.donor.session)).problem.title).toBe('Access denied.')
    expect((await endow(true)).reply.isEndowed).toBe(true)
    expect((await endow(true)).status).toBe(200)
    const refused = await calls.save(fund, [person('Ben', 10_000)])
    expect(refused.problem.detail).toBe('You cannot update your legacy plan online.')
    const instructionId = await makeDocument(portal, fund, { type: 'instruction' })
    expect(
      (await calls.save(fund, [person('Ben', 10_000)], { as: staff.session, instructionId })).status,
    ).toBe(400)
    await endow(false)
    expect(await calls.typeOf(fund)).toBe('INDIVIDUALS')
    expect(
      await calls.query(
        `select after_change from change_record where kind = 'endowment-set' and account_id = $1 order by revision`,
        fund.accountId,
      ),
    ).toMatchObject([
      { after_change: { isEndowed: 'true', reason: 'Agreed on 3 May.' } },
      { after_change: { isEndowed: 'false' } },
    ])
  })
})

test('former successors are history among the interested parties, and a version never changes (§14)', async () => {
  const fund = await makeFund(portal)
  await calls.save(fund, [person('Ann Finch', 10_000)])
  await calls.save(fund, [person('Ben Rook', 10_000)])
  const staff = await makeStaff(portal)
  const { reply } = await portal.call(
    listInterestedParties,
    { params: { fundId: fund.fundId } },
    { as: staff.session },
  )
  const ofPlan = reply.data.filter(({ accountRoleCode }) => accountRoleCode === 'successor')
  expect(ofPlan.map(({ name, endedDate }) => [name, endedDate !== null])).toEqual([
    ['Ann Finch', true],
    ['Ben Rook', false],
  ])
  const change = portal.databases.book('npt').updateTable('legacy_plan_share').set({ share_hundredths: 1 })
  await expect(change.where('account_id', '=', fund.accountId).execute()).rejects.toMatchObject({
    code: '42501',
  })
  const foreign = portal.databases.book('rathbones').selectFrom('legacy_plan').selectAll()
  expect(await foreign.where('account_id', '=', fund.accountId).execute()).toEqual([])
})
