import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeContribution, makeEntry } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { otherPostings } from '../../ledger/domain/postings.ts'
import { getSectionRows, getStatement } from '../fund-activity.contract.ts'

let portal: TestApp
let fund: MadeFund
let as: TestSession
const range = { from: '2026-01-01' as IsoDate, to: '2026-11-20' as IsoDate }

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock() })
  fund = await makeFund(portal, { balanceMinor: 0n })
  as = fund.donor.session
  // 25 contributions, five of them on one day: pages must neither repeat nor lose any of those.
  for (let number = 1; number <= 25; number++)
    await makeContribution(portal.databases, fund, BigInt(((number * 7) % 25) + 1) * 100_00n, {
      on: number <= 5 ? '2026-02-01' : `2026-03-${String(number).padStart(2, '0')}`,
    })
  await makeEntry(portal.databases, fund, {
    kind: 'other',
    on: '2026-04-01',
    postings: otherPostings(fund.accountId, -1_00n),
    comment: 'A correction',
  })
  for (const name of ['zinnia house', 'Alder Choir', 'MAPLE LIBRARY'])
    await makeGrant(portal, fund, { charityId: (await makeCharity(portal.databases, { name })).charityId })
})
afterAll(() => portal.close())

type Query = { first?: number; after?: string; sort?: string }
const page = (section: number, query: Query = {}, options: { fundId?: number; as?: TestSession } = {}) =>
  portal.call(
    getSectionRows,
    { params: { fundId: options.fundId ?? fund.fundId, section }, query: { ...range, ...query } },
    { as: options.as ?? as },
  )

describe('rows of a section (§2.6)', () => {
  test('lists the newest first, ten per page, each once', async () => {
    const numbers: number[] = []
    const transactions: string[] = []
    let after: string | undefined
    const sizes: number[] = []
    do {
      const { reply } = await page(1, after === undefined ? {} : { after })
      expect(reply.meta.total).toBe(25)
      sizes.push(reply.data.length)
      numbers.push(...reply.data.map(({ reportId }) => reportId))
      transactions.push(...reply.data.map(({ transactionId }) => transactionId))
      const days = reply.data.map(({ effectiveDate }) => effectiveDate)
      expect(days).toEqual(days.toSorted().toReversed())
      after = reply.meta.next ?? undefined
    } while (after !== undefined)
    expect(sizes).toEqual([10, 10, 5])
    expect(numbers).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
    expect(new Set(transactions).size).toBe(25)
  })

  test.each(['amount', 'effectiveDate', 'transactionId'] as const)(
    'sorts by %s in both directions',
    async sort => {
      const columnOf = async (sortParam: string) =>
        (await page(1, { sort: sortParam, first: 50 })).reply.data.map(row => {
          const value = row[sort]
          return sort === 'transactionId' ? BigInt(value) : value
        })
      const ascending = await columnOf(sort)
      expect(ascending).toEqual(ascending.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      expect(await columnOf(`-${sort}`)).toEqual(ascending.toReversed())
    },
  )

  test.each(['effectiveDate', 'amount', 'transactionId', 'partyName', 'transactionTypeName'])(
    'sorts every section by %s',
    async sort => {
      for (const section of [1, 2, 3, 4, 5, 6, 7, 8, 9, 11])
        expect((await page(section, { sort })).status, `section ${section}`).toBe(200)
    },
  )

  test('sorts pending grants by charity, ignoring case', async () => {
    const { reply } = await page(11, { sort: 'partyName' })
    expect(reply.data.map(({ partyName }) => partyName)).toEqual([
      'Alder Choir',
      'MAPLE LIBRARY',
      'zinnia house',
    ])
    expect(reply.data[0]).toMatchObject({ state: 'Recommended', amount: 250_00n, comment: null })
  })

  test('shows a comment for other activity, and rows that add up to the statement’s totals', async () => {
    const { reply } = await page(4)
    expect(reply.data).toMatchObject([
      { comment: 'A correction', amount: -1_00n, transactionTypeName: 'Other activity' },
    ])
    const { sections } = (
      await portal.call(getStatement, { params: { fundId: fund.fundId }, query: range }, { as })
    ).reply
    for (const { section, details, totalMinor } of sections.filter(line => line.section % 10 !== 0)) {
      const { data, meta } = (await page(section, { first: 500 })).reply
      expect([section, meta.total]).toEqual([section, details])
      expect(data.reduce((sum, { amount }) => sum + amount, 0n)).toBe(totalMinor)
    }
  })

  test('returns 404 for the balances, which have no rows', async () => {
    expect((await page(10)).status).toBe(404)
    expect((await page(0)).status).toBe(404)
    expect((await page(12)).status).toBe(404)
  })
})

describe('invalid list parameters (§10)', () => {
  test.each<[string, Query, string]>([
    ['a cursor that the server did not issue', { after: 'bm9uc2Vuc2U' }, 'after'],
    ['a cursor that is not base64url', { after: '%%%' }, 'after'],
    ['an empty cursor', { after: '' }, 'after'],
    ['an unknown sort column', { sort: 'color' }, 'sort'],
    ['a sort column with SQL in it', { sort: 'amount;drop' }, 'sort'],
    ['a page size of 0', { first: 0 }, 'first'],
    ['a page size of 501', { first: 501 }, 'first'],
  ])('rejects %s', async (_case, query, field) => {
    const search = new URLSearchParams({ ...range, ...(query as Record<string, string>) })
    const response = await portal.app.inject({
      url: `/api/accounts/${fund.fundId}/activity/1?${search}`,
      headers: { host: 'npt.localhost:3000', ...as.headers },
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toHaveProperty(field)
  })
})

describe('fund account of the request (§7)', () => {
  test('returns 404 for another person’s fund, exactly as for an unknown one', async () => {
    const stranger = await makeFund(portal)
    const foreign = await page(1, {}, { as: stranger.donor.session })
    const unknown = await page(1, {}, { fundId: 99_999_999 })
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    const { traceId: _a, ...first } = foreign.problem
    const { traceId: _b, ...second } = unknown.problem
    expect(first).toEqual(second)
  })

  test.each([
    ['the fund of the path', () => String(fund.fundId), 200],
    ['no fund', () => '0', 200],
    ['another fund', () => '10000001', 400],
    ['text', () => 'abc', 404],
    ['too long a number', () => '123456789', 404],
    ['two funds', () => `${fund.fundId}, ${fund.fundId}`, 404],
    ['a negative number', () => '-1', 404],
  ])('handles %s in X-AccountId', async (_case, header, status) => {
    const response = await portal.call(
      getSectionRows,
      { params: { fundId: fund.fundId, section: 1 }, query: range },
      { as, headers: { 'x-accountid': header() } },
    )
    expect(response.status).toBe(status)
  })

  test.each(['12345', '123456789', 'abcdef', '1e7', '%00', '10000000%20', '..%2f'])(
    'returns 404 for the fund id %s in the path',
    async text => {
      const response = await portal.app.inject({
        url: `/api/accounts/${text}/activity/1?from=${range.from}&to=${range.to}`,
        headers: { host: 'npt.localhost:3000', ...as.headers },
      })
      expect(response.statusCode).toBe(404)
    },
  )
})
