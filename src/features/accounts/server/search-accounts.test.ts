import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valuesOf } from '../../../server/db/keyset.queries.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { renameTo } from '../../../testing/factories/change-account.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { searchAccounts } from '../accounts.contract.ts'
import { accountKeysets, listAccounts, searchLimits } from './search-accounts.queries.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

describe('names (§5)', () => {
  const names = {
    101101: 'The Wilson Family Fund',
    202202: 'O’Neil-Smith Foundation',
    303303: 'Zoë & Bo Li Giving',
    404404: 'Wilkins Wilson Endowment',
    505505: 'Fund 101 of the Wren Family',
    606606: 'Ярослав Фонд',
  }
  let donor: TestSession
  let staff: TestSession
  beforeAll(async () => {
    const user = await makeUser(portal.databases)
    for (const [fundId, accountName] of Object.entries(names)) {
      const account = await makeAccount(portal.databases, { fundId: Number(fundId), accountName })
      await makeRelationship(portal.databases, account, { user })
    }
    donor = await portal.sessionFor(user)
    staff = (await makeStaff(portal)).session
  })
  const search = async (as: TestSession, keywords: string) => {
    const { reply } = await portal.call(searchAccounts, { query: { keywords, sort: 'fundId' } }, { as })
    expect(reply.meta).toMatchObject({ total: reply.data.length, isTotalExact: true })
    return reply.data.map(({ fundId }) => fundId)
  }

  test.each([
    ['three letters at the beginning of a word', 'wil', [101101, 404404]],
    ['three letters inside a word', 'lso', [101101, 404404]],
    ['the end of a word', 'KINS', [404404]],
    ['words in any order', 'family wils', [101101]],
    ['every word: one that is missing', 'wilson wren', []],
    ['two letters that begin a word', 'li', [303303]],
    ['two letters inside a word: no match', 'il', []],
    ['one letter that begins a word, beside another word', 'b giving', [303303]],
    ['a letter without its accent', 'zoe', [303303]],
    ['a letter with an accent', 'zoë', [303303]],
    ['an apostrophe that is typed straight', "o'neil", [202202]],
    ['an apostrophe that is left out', 'oneil', [202202]],
    ['a hyphen in place of a space', 'wilson-family', [101101]],
    ['another alphabet', 'росл', [606606]],
    ['a word twice', 'wilson wilson', [101101, 404404]],
    ['digits of a name and of an id', '101', [101101, 505505]],
    ['a word that is longer than the index has', 'w'.repeat(180), []],
    ['punctuation alone: no match', '%_&', []],
    ['a hundred letters', 'a '.repeat(100), []],
  ])('finds %s', async (_case, keywords, expected) => {
    expect(await search(donor, keywords), 'a donor’s own accounts').toEqual(expected)
    expect(await search(staff, keywords), 'the whole book').toEqual(expected)
  })

  test('a renamed account is found by its new name, and no more by its former one', async () => {
    const account = await makeAccount(portal.databases, { accountName: 'The Former Heron Fund' })
    expect(await search(staff, 'heron')).toEqual([account.fundId])
    await renameTo(portal.database.admin, account.accountId, 'The Later Egret Fund')
    expect([await search(staff, 'heron'), await search(staff, 'egret')]).toEqual([[], [account.fundId]])
    // A change of anything else leaves the index as it is.
    await portal.database.admin.query('update fund_account set write_access = false where account_id = $1', [
      account.accountId,
    ])
    expect(await search(staff, 'later')).toEqual([account.fundId])
  })

  test('the application cannot write the index (§14)', async () => {
    await expect(
      sql`insert into account_name_part (book, part, account_name_key, fund_id) values ('npt', 'x', 'x', 101101)`.execute(
        portal.databases.book('npt'),
      ),
    ).rejects.toThrow('permission denied')
  })
})

test('frequent words are found in the same order by reading ahead as by the index (§5)', async () => {
  const db = portal.databases.book('glenmede')
  for (const [index, name] of [
    'Ash',
    'Birch Fund',
    'Cedar',
    'Elm Fund',
    'Fir',
    'Gum Fund',
    'Holly Fund',
  ].entries())
    await makeAccount(portal.databases, { book: 'glenmede', accountName: name, fundId: 800_000 + index })
  const read = async (limits: typeof searchLimits, keywords: string) => {
    const found: string[] = []
    let after: string[] | null = null
    let first: { total: number; isTotalExact: boolean } | undefined
    do {
      const page = await listAccounts(
        db,
        { userId: crypto.randomUUID(), seesEveryAccount: true, keywords, countsAll: false },
        {
          first: 1,
          keyset: { keys: accountKeysets('USD').accountName, descending: false },
          after,
          countedTotal: null,
          isTotalExact: true,
          before: 0,
        },
        limits,
      )
      first ??= { total: page.total, isTotalExact: page.isTotalExact }
      found.push(...page.rows.slice(0, 1).map(row => row.account_name))
      after = page.rows.length > 1 && page.rows[0] ? valuesOf(page.rows[0].keyset) : null
    } while (after !== null)
    return { found, ...first }
  }
  const few = searchLimits
  // Some pages are read ahead; in others too few of the next names match.
  const ahead = { few: 2, countUpTo: 3, readAhead: 4, parts: 9 }
  const byPart = { ...ahead, readAhead: 1 }
  for (const keywords of ['fund', 'fund 800', 'fun und', '8000']) {
    const exact = await read(few, keywords)
    expect(exact.isTotalExact).toBe(true)
    for (const limits of [ahead, byPart, { ...byPart, parts: 0 }]) {
      const early = await read(limits, keywords)
      expect(early.found, keywords).toEqual(exact.found)
      expect(early.total).toBeLessThanOrEqual(exact.total ?? 0)
    }
  }
  expect(await read(ahead, 'fund')).toMatchObject({ isTotalExact: false, total: 2 })
  expect((await read(few, 'fund')).found).toEqual(['Birch Fund', 'Elm Fund', 'Gum Fund', 'Holly Fund'])
})

describe('two books side by side (§4, §5)', () => {
  const client = 'npttransatlantic'
  let as: TestSession
  const made: MadeAccount[] = []
  beforeAll(async () => {
    const user = await makeUser(portal.databases, { realm: 'nptuk' })
    for (const [book, fundId, accountName, balanceMinor] of [
      ['nptuk', 7_100_001, 'Avon Trust', 300n],
      ['nptukusd', 7_100_002, 'boston Trust', 900n],
      ['nptuk', 7_100_003, 'Clyde Trust', 500n],
      // One number and one name in both books, with different money.
      ['nptuk', 7_100_004, 'Dover Trust', 100n],
      ['nptukusd', 7_100_004, 'Dover Trust', 700n],
    ] as const) {
      const account = await makeAccount(portal.databases, { book, fundId, accountName })
      await makeContribution(portal.databases, account, balanceMinor)
      await makeRelationship(portal.databases, account, { user })
      made.push(account)
    }
    await makeAccount(portal.databases, { book: 'nptukusd', accountName: 'Stranger’s Trust' })
    as = await portal.sessionFor(user, { client })
  })
  type Query = { keywords?: string; querySecondary?: boolean; sort?: string; first?: number; after?: string }
  const search = async (query: Query, currency: 'GBP' | 'USD' = 'GBP', session = as) =>
    (await portal.call(searchAccounts, { query }, { as: session, headers: { 'x-currency': currency } })).reply
  const shown = async (...about: Parameters<typeof search>) =>
    (await search(...about)).data.map(({ fundId, currency }) => `${currency} ${fundId}`)
  const both = ['GBP 7100001', 'USD 7100002', 'GBP 7100003', 'GBP 7100004', 'USD 7100004']

  test('both are searched on request, each row with its currency and money', async () => {
    expect(await shown({ querySecondary: true })).toEqual(both)
    expect(await shown({ querySecondary: true }, 'USD')).toEqual(both)
    const { data, meta } = await search({ keywords: 'dover', querySecondary: true })
    expect(data.map(({ id, currency, total }) => [id, currency, total])).toEqual([
      [made[3]?.accountId, 'GBP', 100n],
      [made[4]?.accountId, 'USD', 700n],
    ])
    expect(meta).toEqual({ total: 2, next: null, isTotalExact: true })
  })

  test('the current one alone is searched without it', async () => {
    expect(await shown({ querySecondary: false })).toEqual(['GBP 7100001', 'GBP 7100003', 'GBP 7100004'])
    expect(await shown({ querySecondary: false }, 'USD')).toEqual(['USD 7100002', 'USD 7100004'])
  })

  test('a search that does not say so has both from pounds, and dollars alone from dollars', async () => {
    expect(await shown({})).toEqual(both)
    expect(await shown({}, 'USD')).toEqual(['USD 7100002', 'USD 7100004'])
  })

  test.each(['accountName', '-accountName', 'fundId', '-fundId', 'total', '-available'])(
    'pages sorted by %s continue each book where it stopped',
    async sort => {
      const rows: string[] = []
      let after: string | undefined
      do {
        const page = await search({
          querySecondary: true,
          sort,
          first: 2,
          ...(after === undefined ? {} : { after }),
        })
        expect(page.meta.total).toBe(5)
        rows.push(...page.data.map(({ fundId, currency }) => `${currency} ${fundId}`))
        after = page.meta.next ?? undefined
      } while (after !== undefined)
      expect(rows).toEqual(await shown({ querySecondary: true, sort }))
      expect(rows.toSorted()).toEqual(both.toSorted())
    },
  )

  test('staff see every account of both books, and nothing of another realm', async () => {
    const { user } = await makeStaff(portal, { realm: 'nptuk' })
    const session = await portal.sessionFor(user, { client })
    await makeAccount(portal.databases, { accountName: 'Dover Trust of New York' })
    expect(await shown({ keywords: 'dover' }, 'GBP', session)).toEqual(['GBP 7100004', 'USD 7100004'])
    expect(await shown({ keywords: 'stranger' }, 'GBP', session)).toHaveLength(1)
    expect(await shown({ keywords: 'stranger' })).toEqual([])
  })

  test('a client of one book has no other one', async () => {
    const user = await makeUser(portal.databases)
    const account = await makeAccount(portal.databases, { accountName: 'Only One' })
    await makeRelationship(portal.databases, account, { user })
    const session = await portal.sessionFor(user)
    const { reply } = await portal.call(searchAccounts, { query: { querySecondary: true } }, { as: session })
    expect(reply.data.map(({ fundId }) => fundId)).toEqual([account.fundId])
  })

  test.each(['maybe', '1', '', 'true&querySecondary=false'])('rejects querySecondary=%s', async value => {
    const { headers } = as
    const url = `/api/accounts?querySecondary=${value}`
    const { statusCode } = await portal.app.inject({
      url,
      headers: { ...headers, host: `${client}.localhost:3000`, 'x-accountid': '0' },
    })
    expect(statusCode).toBe(400)
  })
})
