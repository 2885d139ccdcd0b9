import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { npttransatlantic } from '../../../clients/configuration/npttransatlantic.ts'
import { stepUpLifetimeMs } from '../../../server/auth/step-up.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import type { MadeUser } from '../../../testing/factories/make-user.ts'
import { donorAdvice } from '../../../testing/grants/donor-advice.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { recommendGrant as recommendEndpoint } from '../grants.contract.ts'

const clock = testClock()
const threshold: bigint = npt.stepUpFromMinor
const almost = threshold - 1_00n
const hourMs = 60 * 60 * 1000
let portal: TestApp
let charityId: string
let first: MadeFund
let second: MadeFund
let donor: MadeUser
/** A session whose verification is too old to count. */
let session: TestSession

beforeAll(async () => {
  portal = await startTestApp({ clock })
  charityId = (await makeCharity(portal.databases)).charityId
})
afterAll(() => portal.close())

beforeEach(async () => {
  first = await makeFund(portal, { balanceMinor: 5_000_000_00n })
  second = await makeFund(portal, { balanceMinor: 5_000_000_00n })
  donor = first.donor.user
  await makeRelationship(portal.databases, second, { user: donor })
  session = await stale(donor)
})

async function stale(user: MadeUser, client = user.realm): Promise<TestSession> {
  const session = await portal.sessionFor(user, { client })
  clock.advance(stepUpLifetimeMs + 1)
  return session
}

const grantFrom = async (
  fund: MadeFund,
  amountMinor: bigint,
  as: TestSession = session,
  advised: Awaited<ReturnType<typeof donorAdvice>> | object = {},
) => {
  const attributes = recommendation(charityId, { amountMinor, repeatConfirmed: true, ...advised })
  return (await recommend(portal, fund, attributes, { as })).status
}

describe('step-up for the sum of 24 hours', () => {
  test('requires verification for the second of two grants just below the threshold', async () => {
    expect(await grantFrom(first, almost)).toBe(200)
    expect(await grantFrom(first, almost)).toBe(403)
    expect(await grantFrom(first, 250_00n)).toBe(403)
  })

  test('requires verification where the sum is split across two funds', async () => {
    expect(await grantFrom(first, almost)).toBe(200)
    expect(await grantFrom(second, almost)).toBe(403)
  })

  test('requires verification at the threshold, but not one unit below it', async () => {
    expect(await grantFrom(first, threshold - 600_00n)).toBe(200)
    expect(await grantFrom(second, 500_00n)).toBe(200)
    expect(await grantFrom(second, 250_00n)).toBe(403)
  })

  test('accepts a recent verification, and requires another once it is old', async () => {
    expect(await grantFrom(first, almost)).toBe(200)
    const fresh = await portal.sessionFor(donor)
    expect(await grantFrom(second, almost, fresh)).toBe(200)
    clock.advance(stepUpLifetimeMs + 1)
    expect(await grantFrom(second, 250_00n, fresh)).toBe(403)
  })

  test('counts a grant for exactly 24 hours', async () => {
    expect(await grantFrom(first, almost)).toBe(200)
    clock.advance(24 * hourMs - stepUpLifetimeMs - 2)
    const fresh = await stale(donor)
    expect(await grantFrom(second, almost, fresh)).toBe(403)
    clock.advance(2)
    expect(await grantFrom(second, almost, fresh)).toBe(200)
  })

  test('counts a cancelled grant', async () => {
    const { reply } = await recommend(portal, first, recommendation(charityId, { amountMinor: almost }), {
      as: session,
    })
    await grantCalls(portal).cancel(reply.grantId, first, session)
    expect(await grantFrom(second, almost)).toBe(403)
  })

  test('does not count another donor of the same fund', async () => {
    expect(await grantFrom(second, almost)).toBe(200)
    expect(await grantFrom(second, almost, await stale(second.donor.user))).toBe(200)
  })

  test('accepts one of four concurrent grants just below the threshold in two funds', async () => {
    const answers = await Promise.all([first, second, first, second].map(fund => grantFrom(fund, almost)))
    expect(answers.sort()).toEqual([200, 403, 403, 403])
  })

  test('does not count a repeated request twice', async () => {
    const key = '6f1c3c1e-6a3c-4f57-9d0e-0d6c7d1f2a12'
    const attributes = recommendation(charityId, { amountMinor: almost })
    const made = await recommend(portal, first, attributes, { as: session, key })
    const again = await recommend(portal, first, attributes, { as: session, key })
    expect([made.status, again.status]).toEqual([200, 200])
    expect(again.reply.grantId).toBe(made.reply.grantId)
  })
})

describe('what staff enter on the advice of a donor', () => {
  let staff: MadeUser

  beforeEach(async () => {
    staff = (await makeStaff(portal)).user
  })

  /** The status of a grant that a member of staff enters, without a fresh verification. */
  const enteredBy = async (user: MadeUser, fund: MadeFund, amountMinor: bigint) =>
    await grantFrom(fund, amountMinor, await stale(user), await donorAdvice(portal, first))

  test('adds up what one member of staff enters for several donors', async () => {
    expect(await enteredBy(staff, first, almost)).toBe(200)
    const other = await makeFund(portal, { balanceMinor: 5_000_000_00n })
    const advice = await donorAdvice(portal, other)
    expect(await grantFrom(other, almost, await stale(staff), advice)).toBe(403)
  })

  test('counts towards the donor', async () => {
    expect(await enteredBy(staff, first, almost)).toBe(200)
    expect(await grantFrom(second, almost)).toBe(403)
  })

  test('adds up grants by two members of staff on the advice of one donor', async () => {
    expect(await enteredBy(staff, first, almost)).toBe(200)
    expect(await enteredBy((await makeStaff(portal)).user, second, almost)).toBe(403)
  })
})

describe('a client of two books', () => {
  const inPounds = npttransatlantic.stepUpFromMinor
  const inDollars = npttransatlantic.inSecondaryBook?.stepUpFromMinor ?? 0n
  let pounds: MadeFund
  let dollars: MadeAccount
  let ukCharity: string
  let as: TestSession

  beforeEach(async () => {
    pounds = await makeFund(portal, { book: 'nptuk', balanceMinor: 5_000_000_00n })
    dollars = await makeAccount(portal.databases, { book: 'nptukusd' })
    await makeContribution(portal.databases, dollars, 5_000_000_00n)
    await makeRelationship(portal.databases, dollars, { user: pounds.donor.user })
    ukCharity = (await makeCharity(portal.databases, { register: 'uk' })).charityId
  })

  const signIn = async () => {
    as = await stale(pounds.donor.user, 'npttransatlantic')
  }
  const grantPounds = (amountMinor: bigint) =>
    recommend(portal, pounds, recommendation(ukCharity, { amountMinor, repeatConfirmed: true }), { as })
  const grantDollars = (amountMinor: bigint) =>
    portal.call(
      recommendEndpoint,
      {
        params: { fundId: dollars.fundId },
        body: {
          data: {
            type: 'command',
            attributes: recommendation(charityId, { amountMinor, repeatConfirmed: true }),
          },
        },
      },
      { as, idempotencyKey: crypto.randomUUID(), headers: { 'x-currency': 'USD' } },
    )

  test('adds up both books, each as a share of its threshold', async () => {
    await signIn()
    expect((await grantPounds((inPounds * 6n) / 10n)).status).toBe(200)
    expect((await grantDollars((inDollars * 3n) / 10n)).status).toBe(200)
    expect((await grantDollars((inDollars * 1n) / 10n)).status).toBe(403)
    expect((await grantPounds((inPounds * 1n) / 10n)).status).toBe(403)
  })

  test('accepts one of two concurrent grants in the two books', async () => {
    for (let round = 0; round < 3; round++) {
      await signIn()
      const answers = await Promise.all([
        grantPounds((inPounds * 6n) / 10n),
        grantDollars((inDollars * 6n) / 10n),
        grantPounds((inPounds * 6n) / 10n),
        grantDollars((inDollars * 6n) / 10n),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403])
      clock.advance(25 * hourMs)
    }
  })
})
