import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import type { AccountRole } from '../../../domain/account-roles.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { type AccountToMake, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../testing/factories/make-user.ts'
import { searchAccounts } from '../accounts.contract.ts'

let portal: TestApp
let donor: MadeUser
let as: TestSession

const funds: (AccountToMake & { balanceMinor: bigint; fundId: number; accountName: string })[] = [
  { fundId: 123456, accountName: 'The Finch Fund', donorName: 'Ada Finch', balanceMinor: 300n },
  { fundId: 1234567, accountName: 'Alder Fund for Rivers', donorName: 'zoe Alder', balanceMinor: 900n },
  { fundId: 55512345, accountName: 'brook fund', donorName: 'Bea Brook', balanceMinor: 0n },
  { fundId: 700700, accountName: 'Fund 99 of the Wren Family', donorName: 'Carl Wren', balanceMinor: 500n },
]

beforeAll(async () => {
  portal = await startTestApp()
  donor = await makeUser(portal.databases)
  for (const { balanceMinor, ...fields } of funds) {
    const account = await makeAccount(portal.databases, fields)
    if (balanceMinor > 0n) await makeContribution(portal.databases, account, balanceMinor)
    await makeRelationship(portal.databases, account, { user: donor })
  }
  as = await portal.sessionFor(donor)
})
afterAll(() => portal.close())

type Query = { keywords?: string; sort?: string; first?: number; after?: string }
const search = async (query: Query = {}, session = as) =>
  (await portal.call(searchAccounts, { query }, { as: session })).reply
const searchFundIds = async (query: Query, session = as) =>
  (await search(query, session)).data.map(({ fundId }) => fundId)

describe('account search (§5)', () => {
  test.each([
    ['the start of a fund id', '1234', [1234567, 123456]],
    ['a whole fund id', '123456', [1234567, 123456]],
    ['digits inside a fund id: no match', '3456', []],
    ['digits among other text', 'fund no. 5551, please', [55512345]],
    ['two runs of digits', '7007 5551', [55512345, 700700]],
    ['part of a name in any case', 'FUND FOR riv', [1234567]],
    ['digits in a name', '99', [700700]],
    ['the whole text of a name, with digits', 'fund 99 of', [700700]],
    ['spaces around it', '  finch ', [123456]],
    ['an empty text: everything', '', [1234567, 55512345, 700700, 123456]],
    ['spaces only: everything', '   ', [1234567, 55512345, 700700, 123456]],
    ['a percent sign, taken literally', '%', []],
    ['an underscore, taken literally', '_', []],
    ['a quote', `'; drop table fund_account; --`, []],
    ['the name of a donor: no match', 'Zoe', []],
  ])('searches by %s', async (_case, keywords, fundIds) => {
    expect(await searchFundIds({ keywords })).toEqual(fundIds)
  })

  test('rejects keywords of 201 characters', async () => {
    const { status, problem } = await portal.call(
      searchAccounts,
      { query: { keywords: 'x'.repeat(201) } },
      { as },
    )
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['keywords']])
  })

  test('rejects a null character with 400', async () => {
    expect((await portal.call(searchAccounts, { query: { keywords: '\u0000' } }, { as })).status).toBe(400)
  })
})

describe('sorting of accounts (§9)', () => {
  test.each([
    ['accountName', [1234567, 55512345, 700700, 123456]],
    ['-accountName', [123456, 700700, 55512345, 1234567]],
    ['fundId', [123456, 700700, 1234567, 55512345]],
    ['donorName', [123456, 55512345, 700700, 1234567]],
    ['total', [55512345, 123456, 700700, 1234567]],
    ['-available', [1234567, 700700, 123456, 55512345]],
  ])('sorts by %s', async (sort, fundIds) => {
    expect(await searchFundIds({ sort })).toEqual(fundIds)
  })

  test('rejects an unknown sort column', async () => {
    expect(
      (await portal.call(searchAccounts, { query: { sort: 'color' } }, { as })).problem.errors,
    ).toHaveProperty('sort')
  })

  test('returns each account once across pages', async () => {
    const first = await search({ first: 3 })
    expect(first.meta.total).toBe(4)
    expect(first.data).toHaveLength(3)
    const second = await search({ first: 3, after: first.meta.next ?? '' })
    expect(second.data.map(({ fundId }) => fundId)).toEqual([123456])
    expect(second.meta).toEqual({ total: 4, next: null, isTotalExact: true })
  })
})

describe('paging of accounts (§10)', () => {
  test('shows no account twice and leaves none out when another one comes before the next page', async () => {
    const user = await makeUser(portal.databases)
    const session = await portal.sessionFor(user)
    const open = async (accountName: string) => {
      const account = await makeAccount(portal.databases, { accountName })
      await makeRelationship(portal.databases, account, { user })
      return account.fundId
    }
    const [b, d, f] = [await open('Bittern'), await open('Dunlin'), await open('Fulmar')]
    const first = await search({ first: 2 }, session)
    await open('Avocet')
    const second = await search({ first: 2, after: first.meta.next ?? '' }, session)
    expect([...first.data, ...second.data].map(({ fundId }) => fundId)).toEqual([b, d, f])
  })

  test('pages through equal balances in both directions', async () => {
    for (const sort of ['total', '-total']) {
      const found: number[] = []
      let after: string | undefined
      do {
        const page = await search({ first: 1, sort, ...(after === undefined ? {} : { after }) })
        found.push(...page.data.map(({ fundId }) => fundId))
        after = page.meta.next ?? undefined
      } while (after !== undefined)
      expect(found).toEqual(await searchFundIds({ sort }))
    }
  })

  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('o10').toString('base64url')],
    ['another order', cursor({ s: 'fundId', k: ['123456'], n: 1, t: 4 })],
    ['too few values', cursor({ s: 'accountName', k: ['x'], n: 1, t: 4 })],
    ['a value that is no number', cursor({ s: 'accountName', k: ['x', '1; drop table'], n: 1, t: 4 })],
    ['a null character', cursor({ s: 'accountName', k: ['\0', '1'], n: 1, t: 4 })],
    ['a negative total', cursor({ s: 'accountName', k: ['x', '1'], n: 1, t: -4 })],
  ])('rejects a cursor with %s', async (_case, after) => {
    const { status, problem } = await portal.call(searchAccounts, { query: { after } }, { as })
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['after']])
  })
})

describe('visibility of accounts (§14)', () => {
  test.each<[AccountRole, boolean]>([
    ['donor', true],
    ['joint_donor', true],
    ['viewer', true],
    ['primary_advisor', true],
    ['banker', true],
    ['service_team', true],
    ['successor', false],
    ['charitable_beneficiary', false],
  ])('a %s sees the account: %s', async (role, sees) => {
    const account = await makeAccount(portal.databases)
    const otherAccount = await makeAccount(portal.databases)
    const { user, session } = await makePersonOf(portal, account, role)
    const params = { fundId: account.fundId }
    expect((await portal.call(getAccountOverview, { params }, { as: session })).status).toBe(sees ? 200 : 404)
    // A relationship to another fund does not change the access to this one.
    await makeRelationship(portal.databases, otherAccount, { user, role: 'viewer' })
    expect(new Set(await searchFundIds({}, session))).toEqual(
      new Set(sees ? [account.fundId, otherAccount.fundId] : [otherAccount.fundId]),
    )
    expect((await portal.call(getAccountOverview, { params }, { as: session })).status).toBe(sees ? 200 : 404)
  })

  test('ends access as soon as a person is removed', async () => {
    const account = await makeAccount(portal.databases)
    const { session } = await makePersonOf(portal, account, 'viewer')
    expect(await searchFundIds({}, session)).toEqual([account.fundId])
    await portal.database.admin.query(
      'update account_relationship set ended_at = now() where account_id = $1',
      [account.accountId],
    )
    const response = await portal.call(
      getAccountOverview,
      { params: { fundId: account.fundId } },
      { as: session },
    )
    expect(response.status).toBe(404)
    expect((await portal.call(searchAccounts, {}, { as: session })).status).toBe(404)
  })

  test('shows every account of the book to a super user and an auditor, and none of another book', async () => {
    const foreign = await makeFund(portal, { book: 'rathbones', accountName: 'The Thames Trust' })
    for (const role of ['super_user', 'auditor'] as const) {
      const { session } = await makeStaff(portal, { roles: [{ role, actions: null }] })
      const all = await searchFundIds({ first: 500 }, session)
      expect(all).toEqual(expect.arrayContaining(funds.map(({ fundId }) => fundId)))
      expect(all).not.toContain(foreign.fundId)
      expect(await searchFundIds({ keywords: 'Thames' }, session)).toEqual([])
      const params = { fundId: foreign.fundId }
      expect((await portal.call(getAccountOverview, { params }, { as: session })).status).toBe(404)
    }
    expect(await searchFundIds({ keywords: 'Thames' }, foreign.donor.session)).toEqual([foreign.fundId])
  })

  test('says who follows the donors (§3)', async () => {
    const { fundId, accountId, donor } = await makeFund(portal)
    const codeOf = async () =>
      (await portal.call(getAccountOverview, { params: { fundId } }, { as: donor.session })).reply
        .successionPlanTypeCode
    expect(await codeOf()).toBe('NONE')
    await portal.database.admin.query(
      `update fund_account set succession_plan_type_code = 'CHARITIES' where account_id = $1`,
      [accountId],
    )
    expect(await codeOf()).toBe('CHARITIES')
    expect((await search({}, donor.session)).data[0]?.successionPlanTypeCode).toBe('CHARITIES')
  })

  test('treats the same fund id in two books as two funds', async () => {
    const dollars = await makeFund(portal, { fundId: 424242 })
    const pounds = await makeFund(portal, { fundId: 424242, book: 'rathbones', balanceMinor: 7_00n })
    for (const [fund, currency, total] of [
      [dollars, 'USD', 10_000_00n],
      [pounds, 'GBP', 7_00n],
    ] as const) {
      const { reply } = await portal.call(
        getAccountOverview,
        { params: { fundId: 424242 } },
        { as: fund.donor.session },
      )
      expect(reply).toMatchObject({ id: fund.accountId, currency, total })
    }
  })

  test('shows no accounts to a content editor', async () => {
    const { session } = await makeStaff(portal, { roles: [{ role: 'content_editor', actions: null }] })
    expect((await portal.call(searchAccounts, {}, { as: session })).status).toBe(404)
  })
})

describe('account overview (§2.4)', () => {
  test('subtracts pending grants and excluded assets from the ending balance', async () => {
    const fund = await makeFund(portal, { balanceMinor: 1_000_00n })
    await makeContribution(portal.databases, fund, 600_00n, { into: 'excluded' })
    await makeGrant(portal, fund)
    const { reply } = await portal.call(
      getAccountOverview,
      { params: { fundId: fund.fundId } },
      { as: fund.donor.session },
    )
    expect(reply).toMatchObject({
      endingMinor: 1_600_00n,
      pendingMinor: 250_00n,
      excludedMinor: 600_00n,
      availableMinor: 750_00n,
      total: 1_600_00n,
      available: 750_00n,
    })
  })

  test.each([
    ['Active', {}, true],
    ['Active', { writeAccess: false }, false],
    ['Immobile', {}, false],
    ['Entered', {}, false],
    ['Closed', {}, false],
  ] as const)('a donor can change an account that is %s %o: %s (§14)', async (status, fields, expected) => {
    const fund = await makeFund(portal, { status, ...fields })
    const { reply } = await portal.call(
      getAccountOverview,
      { params: { fundId: fund.fundId } },
      { as: fund.donor.session },
    )
    expect(reply.writeAccess).toBe(expected)
    const [row] = (await search({}, fund.donor.session)).data
    expect(row).toMatchObject({ writeAccess: expected, accountStatus: status })
  })

  test.each([
    ['npt', 'Closed', 'The Heron Fund (Closed)'],
    ['npt', 'Immobile', 'The Heron Fund (Immobile)'],
    ['npt', 'Active', 'The Heron Fund (Active)'],
    ['npt', 'Entered', 'The Heron Fund'],
    ['rathbones', 'Closed', 'The Heron Fund'],
    ['rathbones', 'Immobile', 'The Heron Fund'],
    ['rathbones', 'Active', 'The Heron Fund (Active)'],
  ] as const)(
    'at %s, an account that is %s is displayed as %s in overview and search (§3)',
    async (book, status, name) => {
      const fund = await makeFund(portal, { book, status, accountName: 'The Heron Fund' })
      const session = fund.donor.session
      const { reply } = await portal.call(
        getAccountOverview,
        { params: { fundId: fund.fundId } },
        { as: session },
      )
      expect([reply.accountName, (await search({}, session)).data[0]?.accountName]).toEqual([name, name])
    },
  )
})
