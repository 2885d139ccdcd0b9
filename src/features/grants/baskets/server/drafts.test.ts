import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeCharity, makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makePersonOf } from '../../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../../testing/factories/make-grant.ts'
import { basketCalls, commandOf } from '../../../../testing/grants/basket-calls.ts'
import { getDraft, listDrafts, removeDraft } from '../drafts.contract.ts'

const clock = testClock()
let portal: TestApp
let fund: MadeFund
let charity: MadeCharity
let session: TestSession

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

beforeEach(async () => {
  fund = await makeFund(portal, { balanceMinor: 20_000_00n })
  charity = await makeCharity(portal.databases)
  session = fund.donor.session
})

const calls = () => basketCalls(portal, fund, charity)
const save: ReturnType<typeof calls>['save'] = (...about) => calls().save(...about)
const params = (of = fund) => ({ fundId: of.fundId })
const body = commandOf

describe('a draft (§13)', () => {
  test('is saved from its first field, and seen by every holder of GRANT_RECOMMEND with who started it', async () => {
    const draftId = randomUUID()
    const saved = await save(draftId, 0, { charityId: null, charityName: null, amountMinor: null })
    expect(saved.reply).toMatchObject({ revision: 1, content: { amountMinor: null } })
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const { reply } = await portal.call(listDrafts, { params: params() }, { as: joint.session })
    const { firstName, lastName } = fund.donor.user
    expect(reply.data).toMatchObject([{ draftId, startedByName: `${firstName} ${lastName}` }])
  })

  test('a second editor gets 409 with who saved it, and loses nothing', async () => {
    const draftId = randomUUID()
    await save(draftId, 0)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    expect((await save(draftId, 1, { amountMinor: 300_00n }, joint.session)).reply.revision).toBe(2)
    const second = await save(draftId, 1, { amountMinor: 400_00n })
    expect(second.status).toBe(409)
    const { firstName, lastName } = joint.user
    expect(second.problem?.otherEdits).toMatchObject({
      revision: 2,
      changes: [{ by: `${firstName} ${lastName}` }],
    })
    expect((await save(draftId, 2, { amountMinor: 400_00n })).reply.content.amountMinor).toBe(400_00n)
  })

  test('refuses the second of two concurrent saves of one revision', async () => {
    const draftId = randomUUID()
    await save(draftId, 0)
    const both = await Promise.all([
      save(draftId, 1, { amountMinor: 300_00n }),
      save(draftId, 1, { amountMinor: 400_00n }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is gone once its grant was recommended, and its id makes no second one', async () => {
    const draftId = randomUUID()
    await save(draftId, 0)
    await recommend(portal, fund, recommendation(charity.charityId), { key: draftId })
    const { reply } = await portal.call(listDrafts, { params: params() }, { as: session })
    expect(reply.data).toEqual([])
    expect((await save(draftId, 0)).status).toBe(409)
    expect((await save(draftId, 1)).status).toBe(409)
  })

  test('another fund’s draft does not exist, and its id cannot be taken', async () => {
    const draftId = randomUUID()
    await save(draftId, 0)
    const other = await makeFund(portal)
    const as = other.donor.session
    const call = { params: { ...params(other), draftId } }
    expect((await portal.call(getDraft, call, { as })).status).toBe(404)
    expect((await save(draftId, 0, {}, as, other)).status).toBe(409)
    expect((await save(draftId, 1, {}, as, other)).status).toBe(409)
    await portal.call(removeDraft, { ...call, body: body({}) }, { as })
    expect((await portal.call(getDraft, { params: { ...params(), draftId } }, { as: session })).status).toBe(
      200,
    )
  })

  test('a viewer sees none', async () => {
    const viewer = await makePersonOf(portal, fund, 'viewer')
    expect((await portal.call(listDrafts, { params: params() }, { as: viewer.session })).status).toBe(404)
    expect((await save(randomUUID(), 0, {}, viewer.session)).status).toBe(400)
  })
})
