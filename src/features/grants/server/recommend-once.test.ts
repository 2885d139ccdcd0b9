import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { rathbones } from '../../../clients/configuration/rathbones.ts'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeCharity, makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { cancelGrant, listGrants } from '../grants.contract.ts'

// npt refuses a grant over the balance; this client of the same book lets it wait for funds.
const patient = { ...npt, name: 'patient', overBalance: 'wait-for-funds' as const }
const clock = testClock()
let portal: TestApp
let charity: MadeCharity

beforeAll(async () => {
  portal = await startTestApp({ clock, clients: { npt, rathbones, patient } })
  charity = await makeCharity(portal.databases, { name: 'RIVERSIDE FOOD PANTRY' })
})
afterAll(() => portal.close())

const overview = async (of: MadeFund) =>
  (await portal.call(getAccountOverview, { params: { fundId: of.fundId } }, { as: of.donor.session })).reply

const grantsOf = async (of: MadeFund) =>
  (await portal.call(listGrants, { params: { fundId: of.fundId } }, { as: of.donor.session })).reply

describe('a repeated request (§13)', () => {
  test('returns the first grant for the same key', async () => {
    const own = await makeFund(portal)
    const key = randomUUID()
    const attributes = recommendation(charity.charityId)
    const first = await recommend(portal, own, attributes, { key })
    const again = await recommend(portal, own, attributes, { key })
    expect(again.reply).toEqual(first.reply)
    expect((await grantsOf(own)).meta.total).toBe(1)
    expect((await overview(own)).pendingMinor).toBe(250_00n)
  })

  test('creates one grant for eight concurrent requests with one key', async () => {
    const own = await makeFund(portal)
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => recommend(portal, own, recommendation(charity.charityId), { key })),
    )
    expect(new Set(answers.map(({ reply }) => reply.grantId)).size).toBe(1)
    expect((await overview(own)).pendingMinor).toBe(250_00n)
  })

  test('returns the first grant when it has used up the balance', async () => {
    const own = await makeFund(portal, { balanceMinor: 300_00n })
    const key = randomUUID()
    await recommend(portal, own, recommendation(charity.charityId), { key })
    expect((await recommend(portal, own, recommendation(charity.charityId), { key })).status).toBe(200)
  })

  test.each([
    ['amount', { amountMinor: 300_00n }],
    ['naming', { namingCode: 'anonymous' as const }],
    ['purpose', { purposeCode: 'programme' as const, purposeText: 'Adult reading' }],
  ])('returns 409 to the same key with another %s', async (_what, about) => {
    const own = await makeFund(portal)
    const key = randomUUID()
    await recommend(portal, own, recommendation(charity.charityId), { key })
    const other = await recommend(portal, own, recommendation(charity.charityId, about), { key })
    expect(other.status).toBe(409)
    expect((await grantsOf(own)).meta.total).toBe(1)
  })

  test('allows the same key in another fund', async () => {
    const key = randomUUID()
    for (const own of [await makeFund(portal), await makeFund(portal)])
      expect((await recommend(portal, own, recommendation(charity.charityId), { key })).status).toBe(200)
  })
})

describe('a repeat within 30 days (§13)', () => {
  test('asks for a confirmation, except after 30 days or when the first was cancelled', async () => {
    const own = await makeFund(portal)
    const attributes = recommendation(charity.charityId)
    clock.set('2026-09-01T15:00:00Z')
    own.donor.session = await portal.sessionFor(own.donor.user)
    const first = await recommend(portal, own, attributes)
    const refused = await recommend(portal, own, attributes)
    expect(refused.problem.errors?.repeatConfirmed?.join()).toMatch(/on September 1, 2026/)
    expect((await recommend(portal, own, { ...attributes, amountMinor: 251_00n })).status).toBe(200)
    await portal.call(
      cancelGrant,
      {
        params: { fundId: own.fundId, grantId: first.reply.grantId },
        body: { data: { type: 'command', attributes: {} } },
      },
      { as: own.donor.session },
    )
    expect((await recommend(portal, own, attributes)).status).toBe(200)
    expect((await recommend(portal, own, { ...attributes, repeatConfirmed: true })).status).toBe(200)

    clock.set('2026-10-01T15:00:00Z')
    own.donor.session = await portal.sessionFor(own.donor.user)
    expect((await recommend(portal, own, attributes)).status).toBe(400)
    clock.set('2026-10-02T15:00:00Z')
    own.donor.session = await portal.sessionFor(own.donor.user)
    expect((await recommend(portal, own, attributes)).status).toBe(200)
    clock.set('2026-11-20T15:00:00Z')
  })
})

test('creates one of four identical concurrent grants with different keys, and asks about the others', async () => {
  for (let round = 0; round < 3; round++) {
    const own = await makeFund(portal)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => recommend(portal, own, recommendation(charity.charityId))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    for (const answer of answers)
      if (answer.status === 400)
        expect(answer.problem.errors?.repeatConfirmed?.join()).toMatch(/Recommend it again\?$/)
    expect((await grantsOf(own)).meta.total).toBe(1)
    expect((await overview(own)).pendingMinor).toBe(250_00n)
  }
})

describe('the available balance (§12)', () => {
  test('accepts 7 of 32 concurrent recommendations when the balance covers 7', async () => {
    const own = await makeFund(portal, { balanceMinor: 7n * 250_00n + 249_99n })
    const answers = await Promise.all(
      Array.from({ length: 32 }, () =>
        recommend(portal, own, recommendation(charity.charityId, { repeatConfirmed: true })),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(7)
    expect(statuses.filter(status => status === 400)).toHaveLength(25)
    expect(await overview(own)).toMatchObject({ availableMinor: 249_99n, pendingMinor: 7n * 250_00n })
    expect((await grantsOf(own)).meta).toMatchObject({ total: 7, aggregate: { pendingMinor: 7n * 250_00n } })
  })

  test('sets nothing aside for a grant that waits for funds, also with concurrent requests', async () => {
    const own = await makeFund(portal, { balanceMinor: 400_00n })
    const as = await portal.sessionFor(own.donor.user, { client: 'patient' })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        recommend(portal, own, recommendation(charity.charityId, { repeatConfirmed: true }), { as }),
      ),
    )
    expect(answers.map(({ reply }) => reply.state).sort()).toEqual([
      'Recommended',
      ...Array(3).fill('Under review, waiting for funds'),
    ])
    expect(await overview(own)).toMatchObject({ availableMinor: 150_00n, pendingMinor: 250_00n })
    expect((await grantsOf(own)).meta.aggregate).toEqual({ paidMinor: 0n, pendingMinor: 250_00n })
  })
})
