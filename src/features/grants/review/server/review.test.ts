import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import type { Sent } from '../../../../contract/endpoint.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../../testing/factories/make-grant.ts'
import { donorAdvice } from '../../../../testing/grants/donor-advice.ts'
import { grantCalls, returnOf } from '../../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../../testing/grants/pay-grant.ts'
import { payeeSeen } from '../../../../testing/grants/payee-seen.ts'
import { answerGrant, getGrant } from '../../grants.contract.ts'
import {
  askAboutGrant,
  clearGrant,
  holdGrant,
  reserveGrant,
  returnGrant,
  voidGrant,
  voidPayment,
} from '../staff-commands.contract.ts'
import { approveGrants, getStaffGrant, listGrantQueue, setGrantOwner } from '../staff-grants.contract.ts'

const clock = testClock('2026-03-16T15:00:00Z')
const waiting = { ...npt, name: 'waiting', overBalance: 'wait-for-funds' as const }
let portal: TestApp
let fund: MadeFund
let staff: Person
let other: Person
let calls: ReturnType<typeof grantCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock, clients: { npt, waiting } })
  calls = grantCalls(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set('2026-03-16T15:00:00Z')
  fund = await makeFund(portal, { balanceMinor: 200_000_00n })
  staff = await makeStaff(portal)
  other = await makeStaff(portal, { firstName: 'Basil', lastName: 'Thorne' })
})

const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
const as = () => ({ as: staff.session })
const seen = async (grantId: string) =>
  (await portal.call(getStaffGrant, { params: { grantId } }, as())).reply
const queue = async (query: Sent<typeof listGrantQueue>['query']) =>
  (await portal.call(listGrantQueue, { query: { first: 500, ...query } }, as())).reply.data.map(
    ({ grantId }) => grantId,
  )
const ask = (grantId: string, message: string | null = 'Which branch?') =>
  portal.call(askAboutGrant, { params: { grantId }, body: body({ reason: null, message }) }, as())
const answer = (grantId: string, message: string | null, by: Person = fund.donor, of = fund) =>
  portal.call(
    answerGrant,
    { params: { fundId: of.fundId, grantId }, body: body({ message }) },
    { as: by.session },
  )

describe('a question about a grant (§13)', () => {
  test('is answered in place, which puts the grant back under review, with its owner', async () => {
    const grantId = await makeGrant(portal, fund)
    const owner = { ownerId: staff.user.userId }
    await portal.call(setGrantOwner, { params: { grantId }, body: body(owner) }, as())
    await ask(grantId)
    const asked = (
      await portal.call(getGrant, { params: { fundId: fund.fundId, grantId } }, { as: fund.donor.session })
    ).reply
    expect(asked).toMatchObject({ mayAnswer: true, next: { step: 'Your answer', from: 'fund', by: null } })
    expect((await answer(grantId, ' ')).problem.errors).toEqual({ message: ['Write your answer'] })
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const answered = await answer(grantId, 'The branch in the harbor', joint)
    expect(answered.reply).toMatchObject({
      reviewState: null,
      mayAnswer: false,
      next: { step: 'Decision', from: 'sponsor' },
    })
    expect(answered.reply.steps.at(-1)).toMatchObject({
      transition: 'answer',
      message: 'The branch in the harbor',
      actorName: `${joint.user.firstName} ${joint.user.lastName}`,
    })
    expect((await seen(grantId)).owner?.userId).toBe(staff.user.userId)
    expect((await answer(grantId, 'Once more')).status).toBe(409)
  })

  test('cannot be answered by a viewer or from another fund', async () => {
    const grantId = await makeGrant(portal, fund)
    await ask(grantId)
    const viewer = await makePersonOf(portal, fund, 'viewer')
    expect((await answer(grantId, 'Me', viewer)).problem.type).toMatch(/access-denied$/)
    const stranger = await makeFund(portal)
    expect((await answer(grantId, 'Me', stranger.donor, stranger)).status).toBe(404)
  })
})

describe('the queue of grants (§13)', () => {
  test('is filtered by what is awaited, age, amount, owner, words and eligibility', async () => {
    clock.set('2026-03-02T15:00:00Z')
    const early = { ...fund, donor: { ...fund.donor, session: await portal.sessionFor(fund.donor.user) } }
    const old = await makeGrant(portal, early, { amountMinor: 900_00n })
    clock.set('2026-03-16T15:00:00Z')
    const asked = await makeGrant(portal, fund, { amountMinor: 300_00n })
    await ask(asked)
    const held = await makeGrant(portal, fund, { amountMinor: 400_00n })
    await portal.call(holdGrant, { params: { grantId: held }, body: body({ reason: 'To be seen' }) }, as())
    const { charityId } = await makeCharity(portal.databases, { foundation: '17' })
    const reviewed = await makeGrant(portal, fund, { charityId, amountMinor: 500_00n })
    await portal.call(
      setGrantOwner,
      { params: { grantId: reviewed }, body: body({ ownerId: other.user.userId }) },
      as(),
    )
    const keywords = String(fund.fundId)
    expect(await queue({ keywords })).toEqual([old, asked, held, reviewed])
    expect(await queue({ keywords, waitsFor: 'staff' })).toEqual([old, reviewed])
    expect(await queue({ keywords, waitsFor: 'answer' })).toEqual([asked])
    expect(await queue({ keywords, waitsFor: 'release' })).toEqual([held])
    expect(await queue({ keywords, ageDays: '10' })).toEqual([old])
    expect(await queue({ keywords, fromMinor: '40000', toMinor: '50000' })).toEqual([held, reviewed])
    expect(await queue({ keywords, eligibility: 'person' })).toEqual([reviewed])
    expect(await queue({ keywords, owner: other.user.userId })).toEqual([reviewed])
    expect(await queue({ keywords, owner: 'nobody' })).toEqual([old, asked, held])
    expect(await queue({ keywords: `${keywords} 100%` })).toEqual([])
  })

  test('says by when staff have to act, and nothing while they wait for others', async () => {
    const grantId = await makeGrant(portal, fund)
    const row = async () =>
      (await portal.call(listGrantQueue, { query: { keywords: String(fund.fundId) } }, as())).reply.data.find(
        each => each.grantId === grantId,
      )
    expect(await row()).toMatchObject({ dueOn: '2026-03-23', mayBeClean: true })
    await ask(grantId)
    expect(await row()).toMatchObject({ dueOn: null, mayBeClean: false })
  })
})

describe('the approval of several grants with one reason (§13)', () => {
  const chosen = async (grantIds: string[]) =>
    await Promise.all(
      grantIds.map(async grantId => ({ grantId, payeeSeen: await payeeSeen(portal, grantId) })),
    )

  test('approves clean grants and says why each of the others was not approved', async () => {
    const clean = await makeGrant(portal, fund)
    const asked = await makeGrant(portal, fund)
    await ask(asked)
    const large = await makeGrant(portal, fund, { amountMinor: 30_000_00n })
    const { charityId } = await makeCharity(portal.databases, { foundation: '17' })
    const needsReview = await makeGrant(portal, fund, { charityId })
    const name = `THE ${fund.donor.user.lastName.toUpperCase()} FAMILY TRUST`
    const connected = await makeGrant(portal, fund, {
      charityId: (await makeCharity(portal.databases, { name })).charityId,
    })
    const held = await makeGrant(portal, fund)
    await portal.call(holdGrant, { params: { grantId: held }, body: body({ reason: 'To be seen' }) }, as())
    const unknown = '0199a000-0000-7000-8000-000000000000'
    const grantIds = [clean, asked, large, needsReview, connected, held, unknown, clean]
    const { reply } = await portal.call(
      approveGrants,
      { body: body({ grants: await chosen(grantIds), reason: 'Seen in the register' }) },
      as(),
    )
    const refusals = new Map(reply.data.map(({ grantId, refusal }) => [grantId, refusal]))
    expect(refusals.size).toBe(7)
    expect(refusals.get(clean)).toBeNull()
    expect(refusals.get(held)).toBe('This grant is on hold.')
    expect(refusals.get(large)).toBe('Its amount requires two people.')
    expect(refusals.get(needsReview)).toMatch(/needs a review/)
    expect(refusals.get(connected)).toMatch(/connected/)
    expect(refusals.get(asked)).toMatch(/not ready for a decision/)
    expect(refusals.get(unknown)).toEqual(expect.any(String))
    expect(await seen(clean)).toMatchObject({ state: 'Approved' })
    for (const left of [asked, large, needsReview, connected, held])
      expect((await seen(left)).transactionStatusCode).toBeLessThanOrEqual(2)
  })

  test('leaves a grant that this person recommended', async () => {
    const charityId = (await makeCharity(portal.databases)).charityId
    const advised = recommendation(charityId, await donorAdvice(portal, fund))
    const { reply } = await recommend(portal, fund, advised, { as: staff.session })
    const approved = await portal.call(
      approveGrants,
      { body: body({ grants: await chosen([reply.grantId]), reason: 'Mine' }) },
      as(),
    )
    expect(approved.reply.data[0]?.refusal).toMatch(/You recommended/)
  })
})

describe('the other steps on screen (§13)', () => {
  test('a grant that waits for funds is set aside once the balance covers it', async () => {
    const poor = await makeFund(portal, { balanceMinor: 100_00n })
    const session = await portal.sessionFor(poor.donor.user, { client: 'waiting' })
    const charityId = (await makeCharity(portal.databases)).charityId
    const { reply } = await recommend(portal, poor, recommendation(charityId), { as: session })
    const reserve = () =>
      portal.call(reserveGrant, { params: { grantId: reply.grantId }, body: body({ reason: null }) }, as())
    expect((await seen(reply.grantId)).commands).toEqual({ reserve: null, hold: null, reject: null })
    expect((await reserve()).status).toBe(409)
    expect((await calls.balances(poor)).pendingMinor).toBe(0n)
  })

  test('an approved grant is voided with a message, and the donor has the amount again', async () => {
    const grantId = await makeGrant(portal, fund, { approvedBy: other })
    const { availableMinor } = await calls.balances(fund)
    const send = (message: string | null) =>
      portal.call(voidGrant, { params: { grantId }, body: body({ reason: null, message }) }, as())
    expect((await send(null)).problem.errors).toHaveProperty('message')
    expect((await send('The charity closed')).reply.state).toBe('Canceled before payment')
    expect((await calls.balances(fund)).availableMinor).toBe(availableMinor + 250_00n)
  })

  test('a payment is cleared, returned in parts, or stopped; never more than was paid', async () => {
    const paid = async () => {
      const grantId = await makeGrant(portal, fund, { amountMinor: 500_00n, approvedBy: other })
      await payGrant(portal, grantId, staff)
      return grantId
    }
    const first = await paid()
    const cleared = await portal.call(
      clearGrant,
      { params: { grantId: first }, body: body({ reason: null }) },
      as(),
    )
    expect(cleared.reply.state).toBe('Received by the charity')
    const giveBack = (returnedMinor: bigint, remainingMinor: bigint) =>
      portal.call(
        returnGrant,
        {
          params: { grantId: first },
          body: body(
            returnOf(portal, { returnedMinor, remainingMinor, bankReference: `A ${returnedMinor}` }),
          ),
        },
        as(),
      )
    expect((await giveBack(200_00n, 500_00n)).reply).toMatchObject({
      state: 'Partly returned',
      returnedMinor: 200_00n,
    })
    expect((await giveBack(300_01n, 300_00n)).status).toBe(400)
    expect((await giveBack(300_00n, 300_00n)).reply.state).toBe('Returned')
    const second = await paid()
    const stopped = await portal.call(
      voidPayment,
      { params: { grantId: second }, body: body({ reason: null, message: 'The check was lost' }) },
      as(),
    )
    expect(stopped.reply.state).toBe('Voided')
  })
})
