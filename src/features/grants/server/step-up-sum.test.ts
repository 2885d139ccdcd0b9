import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { npttransatlantic } from '../../../clients/configuration/npttransatlantic.ts'
import { stepUpLastsMs } from '../../../server/auth/step-up.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import type { MadeUser } from '../../../testing/factories/make-user.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { recommendGrant as recommendEndpoint } from '../grants.contract.ts'
import { recommendGrant } from './recommend-grant.ts'

const clock = testClock()
const threshold: bigint = npt.stepUpFromMinor
const almost = threshold - 1_00n
const hourMs = 60 * 60 * 1000
let portal: TestApp
let charityId: string
let first: MadeFund
let second: MadeFund
let donor: MadeUser
/** A session whose proof is too old to count. */
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
  const begun = await portal.sessionFor(user, { client })
  clock.advance(stepUpLastsMs + 1)
  return begun
}

const give = async (fund: MadeFund, amountMinor: bigint, as: TestSession = session) =>
  (await recommend(portal, fund, recommendation(charityId, { amountMinor, repeatConfirmed: true }), { as }))
    .status

describe('step-up measures what a person recommended within 24 hours', () => {
  test('asks for proof at the second of two grants just below the threshold', async () => {
    expect(await give(first, almost)).toBe(200)
    expect(await give(first, almost)).toBe(403)
    expect(await give(first, 250_00n)).toBe(403)
  })

  test('asks for proof where the sum is split across two funds', async () => {
    expect(await give(first, almost)).toBe(200)
    expect(await give(second, almost)).toBe(403)
  })

  test('asks for proof exactly at the threshold, and not one unit below it', async () => {
    expect(await give(first, threshold - 600_00n)).toBe(200)
    expect(await give(second, 500_00n)).toBe(200)
    expect(await give(second, 250_00n)).toBe(403)
  })

  test('lets a proof through, and asks again once it is old', async () => {
    expect(await give(first, almost)).toBe(200)
    const fresh = await portal.sessionFor(donor)
    expect(await give(second, almost, fresh)).toBe(200)
    clock.advance(stepUpLastsMs + 1)
    expect(await give(second, 250_00n, fresh)).toBe(403)
  })

  test('forgets what is more than 24 hours old, and not a moment earlier', async () => {
    expect(await give(first, almost)).toBe(200)
    clock.advance(24 * hourMs - stepUpLastsMs - 2)
    const fresh = await stale(donor)
    expect(await give(second, almost, fresh)).toBe(403)
    clock.advance(2)
    expect(await give(second, almost, fresh)).toBe(200)
  })

  test('counts a grant that was cancelled meanwhile', async () => {
    const { reply } = await recommend(portal, first, recommendation(charityId, { amountMinor: almost }), {
      as: session,
    })
    await grantCalls(portal).cancel(reply.grantId, first, session)
    expect(await give(second, almost)).toBe(403)
  })

  test('leaves another donor of the same fund alone', async () => {
    expect(await give(second, almost)).toBe(200)
    expect(await give(second, almost, await stale(second.donor.user))).toBe(200)
  })

  test('lets one of four at once through, in two funds, each just below the threshold', async () => {
    const answers = await Promise.all([first, second, first, second].map(fund => give(fund, almost)))
    expect(answers.sort()).toEqual([200, 403, 403, 403])
  })

  test('adds nothing for a repeat of the same submit', async () => {
    const key = '6f1c3c1e-6a3c-4f57-9d0e-0d6c7d1f2a12'
    const attributes = recommendation(charityId, { amountMinor: almost })
    const made = await recommend(portal, first, attributes, { as: session, key })
    const again = await recommend(portal, first, attributes, { as: session, key })
    expect([made.status, again.status]).toEqual([200, 200])
    expect(again.reply.grantId).toBe(made.reply.grantId)
  })
})

describe('on behalf', () => {
  const asked = (amountMinor: bigint) => ({
    ...recommendation(charityId, { amountMinor, repeatConfirmed: true }),
    benefitAnswer: null,
    idempotencyKey: crypto.randomUUID(),
  })

  /** As a session on behalf of somebody would ask: the actor is staff, the person is the donor. */
  async function giveOnBehalf(
    fund: MadeFund,
    amountMinor: bigint,
    actor: { userId: string; onBehalfOf: string },
  ) {
    let isAsked = false
    await recommendGrant(portal.databases.book('npt'), fund.accountId, asked(amountMinor), {
      client: npt,
      book: npt.book,
      today: '2026-11-20' as never,
      now: clock.now(),
      actor: { ...actor, name: 'Prudence Gale', side: 'sponsor' },
      otherBook: null,
      requireVerification: () => {
        isAsked = true
      },
    })
    return isAsked
  }

  test('counts what staff recommended in their own name and on behalf of donors together', async () => {
    const { user } = await makeStaff(portal)
    expect(await give(first, almost, await stale(user))).toBe(200)
    expect(await giveOnBehalf(second, almost, { userId: user.userId, onBehalfOf: donor.userId })).toBe(true)
  })

  test('counts what others recommended on behalf of a donor towards the donor', async () => {
    const { user } = await makeStaff(portal)
    expect(await giveOnBehalf(first, almost, { userId: user.userId, onBehalfOf: donor.userId })).toBe(false)
    expect(await give(second, almost)).toBe(403)
  })

  test('counts two members of staff on behalf of one donor together', async () => {
    const [one, other] = [await makeStaff(portal), await makeStaff(portal)]
    const onBehalfOf = donor.userId
    expect(await giveOnBehalf(first, almost, { userId: one.user.userId, onBehalfOf })).toBe(false)
    expect(await giveOnBehalf(second, almost, { userId: other.user.userId, onBehalfOf })).toBe(true)
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
  const givePounds = (amountMinor: bigint) =>
    recommend(portal, pounds, recommendation(ukCharity, { amountMinor, repeatConfirmed: true }), { as })
  const giveDollars = (amountMinor: bigint) =>
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

  test('adds up what was recommended in both, each as a share of its threshold', async () => {
    await signIn()
    expect((await givePounds((inPounds * 6n) / 10n)).status).toBe(200)
    expect((await giveDollars((inDollars * 3n) / 10n)).status).toBe(200)
    expect((await giveDollars((inDollars * 1n) / 10n)).status).toBe(403)
    expect((await givePounds((inPounds * 1n) / 10n)).status).toBe(403)
  })

  test('lets one of two through that come at once in the two books', async () => {
    for (let round = 0; round < 3; round++) {
      await signIn()
      const answers = await Promise.all([
        givePounds((inPounds * 6n) / 10n),
        giveDollars((inDollars * 6n) / 10n),
        givePounds((inPounds * 6n) / 10n),
        giveDollars((inDollars * 6n) / 10n),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403])
      clock.advance(25 * hourMs)
    }
  })
})
