import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sent } from '../../../../contract/endpoint.ts'
import { hostOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { pngOf } from '../../../../testing/factories/make-file.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { basketCalls } from '../../../../testing/grants/basket-calls.ts'
import { payGrant } from '../../../../testing/grants/pay-grant.ts'
import { schedule, scheduleTerms } from '../../../../testing/grants/schedule-calls.ts'
import { uploadCharityLogo } from '../../../charity-profiles/profiles.contract.ts'
import { listDrafts } from '../../baskets/drafts.contract.ts'
import { listGrantQueue } from '../../review/staff-grants.contract.ts'
import { listSchedules } from '../../schedules/schedules.contract.ts'
import { getGivingFilters, getInsight, listGiving } from '../giving.contract.ts'

// In the past, because the ledger takes no entry of a day to come by the database’s own clock.
const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let fund: MadeFund
let approver: Person
let payer: Person

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

beforeEach(async () => {
  clock.set('2026-03-16T15:00:00Z')
  fund = await makeFund(portal, { balanceMinor: 50_000_00n })
  approver = await makeStaff(portal)
  payer = await makeStaff(portal)
})

type Filter = Partial<Sent<typeof listGiving>['query']>

const listed = async (filter: Filter = {}, as = fund.donor.session) =>
  (await portal.call(listGiving, { params: { fundId: fund.fundId }, query: filter }, { as })).reply
const insight = async (range: Sent<typeof getInsight>['query'] = {}) =>
  (
    await portal.call(
      getInsight,
      { params: { fundId: fund.fundId }, query: range },
      { as: fund.donor.session },
    )
  ).reply

const arts = () => makeCharity(portal.databases, { ntee: 'A20', name: 'ARTS FOR ALL' })
const health = () => makeCharity(portal.databases, { ntee: 'E20', name: 'CLINIC ON THE HILL' })

async function paidGrant(charityId: string, amountMinor: bigint): Promise<string> {
  const grantId = await makeGrant(portal, fund, { charityId, amountMinor, approvedBy: approver })
  await payGrant(portal, grantId, payer)
  return grantId
}

describe('all grants of a fund (§13)', () => {
  test('each is listed with its state, its next step and the day by which it is expected', async () => {
    const { charityId } = await arts()
    await makeGrant(portal, fund, { charityId, amountMinor: 300_00n })
    await makeGrant(portal, fund, { amountMinor: 400_00n, approvedBy: approver })
    await paidGrant((await health()).charityId, 500_00n)
    await schedule(portal, fund, scheduleTerms(charityId, { startsOn: '2026-05-15', amountMinor: 600_00n }))
    const { data, meta } = await listed({ sort: 'amount' })
    expect(meta.total).toBe(4)
    expect(data).toMatchObject([
      { kind: 'grant', state: 'Recommended', nextStep: 'Decision', nextDate: '2026-03-23' },
      { kind: 'grant', state: 'Approved', nextStep: 'Payment', nextDate: '2026-03-30' },
      { kind: 'grant', state: 'Paid', nextStep: 'Receipt by the charity', nextDate: null },
      { kind: 'schedule', state: 'Schedule, active', nextStep: 'Next grant', nextDate: '2026-05-15' },
    ])
  })

  test('each has the logo of its charity, also in the lists of schedules and drafts and in the queue', async () => {
    const charity = await arts()
    const { charityId } = charity
    const { reply } = await portal.call(
      uploadCharityLogo,
      { params: { charityId }, query: { revision: '0' }, upload: pngOf(40, 40) },
      { as: (await makeStaff(portal)).session },
    )
    expect(reply.logoUrl).toMatch(/^\/charity-logos\//)
    await makeGrant(portal, fund, { charityId, amountMinor: 300_00n })
    await makeGrant(portal, fund, { amountMinor: 400_00n })
    await schedule(portal, fund, scheduleTerms(charityId, { startsOn: '2026-05-15', amountMinor: 600_00n }))
    const { data } = await listed({ sort: 'amount' })
    expect(data.map(({ logoUrl }) => logoUrl)).toEqual([reply.logoUrl, null, reply.logoUrl])
    const schedules = await portal.call(
      listSchedules,
      { params: { fundId: fund.fundId } },
      { as: fund.donor.session },
    )
    expect(schedules.reply.data[0]?.logoUrl).toBe(reply.logoUrl)
    const queued = await portal.call(
      listGrantQueue,
      { query: { keywords: String(fund.fundId), first: 500 } },
      { as: (await makeStaff(portal)).session },
    )
    expect(new Set(queued.reply.data.map(({ logoUrl }) => logoUrl))).toEqual(new Set([reply.logoUrl, null]))
    const params = { fundId: fund.fundId }
    await basketCalls(portal, fund, charity).save(randomUUID(), 0)
    const drafts = await portal.call(listDrafts, { params }, { as: fund.donor.session })
    expect(drafts.reply.data.map(({ logoUrl }) => logoUrl)).toEqual([reply.logoUrl])
  })

  test('is filtered by state, year, cause, person and words, and counts what matches', async () => {
    const { charityId } = await arts()
    await makeGrant(portal, fund, { charityId, amountMinor: 300_00n })
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    clock.set('2025-11-10T15:00:00Z')
    const as = { ...fund, donor: { ...joint, session: await portal.sessionFor(joint.user) } }
    await makeGrant(portal, as, { charityId: (await health()).charityId, amountMinor: 400_00n })
    clock.set('2026-03-16T15:00:00Z')
    const amounts = async (filter: Filter) => {
      const { data, meta } = await listed(filter)
      expect(meta.total).toBe(data.length)
      return data.map(({ amountMinor }) => amountMinor)
    }
    expect(await amounts({ year: 2025 })).toEqual([400_00n])
    expect(await amounts({ cause: 'A' })).toEqual([300_00n])
    expect(await amounts({ recommendedBy: joint.user.userId })).toEqual([400_00n])
    expect(await amounts({ keywords: 'clinic HILL' })).toEqual([400_00n])
    expect(await amounts({ keywords: '100% _' })).toEqual([])
    expect(await amounts({ state: 'waiting' })).toHaveLength(2)
    expect(await amounts({ state: 'schedules' })).toEqual([])
    const filters = (
      await portal.call(getGivingFilters, { params: { fundId: fund.fundId } }, { as: fund.donor.session })
    ).reply
    expect(filters.years).toEqual([2026, 2025])
    expect(filters.causes.map(({ code }) => code).toSorted()).toEqual(['A', 'E'])
    expect(filters.people.map(({ userId }) => userId).toSorted()).toEqual(
      [joint.user.userId, fund.donor.user.userId].toSorted(),
    )
  })

  test('pages reach every row once in each order, also where amounts and dates are equal', async () => {
    const { charityId } = await arts()
    for (let made = 0; made < 5; made++)
      await schedule(portal, fund, scheduleTerms(charityId, { startsOn: '2026-05-15' }))
    for (const sort of ['createdDate', '-createdDate', 'charityName', '-charityName', 'amount', '-amount']) {
      const seen: string[] = []
      let after: string | undefined
      do {
        const { data, meta } = await listed({ sort, first: 2, ...(after === undefined ? {} : { after }) })
        seen.push(...data.map(({ id }) => id))
        after = meta.next ?? undefined
      } while (after !== undefined)
      expect(new Set(seen).size, sort).toBe(5)
      expect(seen, sort).toHaveLength(5)
    }
  })

  test('never shows a grant of another fund, and nothing to a person of another fund', async () => {
    const other = await makeFund(portal)
    await makeGrant(portal, other)
    expect((await listed()).meta.total).toBe(0)
    const refused = await portal.call(
      listGiving,
      { params: { fundId: other.fundId } },
      { as: fund.donor.session },
    )
    expect(refused.status).toBe(404)
  })

  test('is exported with the same rows, and with no formula in a cell', async () => {
    const { charityId } = await makeCharity(portal.databases, { name: '=HYPERLINK("https://evil.example")' })
    await makeGrant(portal, fund, { charityId, amountMinor: 300_00n })
    const { statusCode: status, body: text } = await portal.app.inject({
      url: `/api/accounts/${fund.fundId}/giving/export?format=csv`,
      headers: { ...fund.donor.session.headers, host: hostOf('npt'), 'X-AccountId': '0' },
    })
    expect(status).toBe(200)
    expect(text.split('\n')).toHaveLength(3)
    expect(text).not.toMatch(/(^|,)"?=/m)
  })
})

describe('the insight of a fund’s giving (§13)', () => {
  test('sums what was paid, by year, cause and charity, and each adds up to the total', async () => {
    const a = await arts()
    const b = await health()
    await paidGrant(a.charityId, 300_00n)
    await paidGrant(b.charityId, 500_00n)
    await makeGrant(portal, fund, { charityId: a.charityId, amountMinor: 900_00n })
    const found = await insight()
    expect(found).toMatchObject({ totalMinor: 800_00n, grants: 2, otherMinor: 0n, otherCharities: 0 })
    for (const rows of [found.byYear, found.byCause, found.byCharity])
      expect(rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(800_00n)
    expect(found.byCharity.map(({ charityId }) => charityId)).toEqual([b.charityId, a.charityId])
    expect((await insight({ from: '2026-03-17' as never })).totalMinor).toBe(0n)
    expect((await insight({ to: '2026-03-16' as never })).totalMinor).toBe(800_00n)
  })

  test('names twelve charities and sums the others', async () => {
    for (let made = 0; made < 14; made++)
      await paidGrant((await makeCharity(portal.databases)).charityId, 250_00n + BigInt(made) * 1_00n)
    const found = await insight()
    expect(found.byCharity).toHaveLength(12)
    expect(found.otherCharities).toBe(2)
    expect(found.otherMinor).toBe(501_00n)
  })
})
