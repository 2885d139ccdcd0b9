import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookRole } from '../../../server/db/login-roles.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'

// These tests bypass the program: they send SQL as the book's role and as the administrator.

let database: TestDatabase
let account: MadeAccount
let other: MadeAccount
let recordedEntry: string
let book: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  account = await makeAccount(database.databases)
  other = await makeAccount(database.databases)
  recordedEntry = await makeContribution(database.databases, account, 1_000_00n)
  await makeContribution(database.databases, other, 1_000_00n)
  book = new pg.Client({ ...database.connection, user: bookRole('npt'), options: '-c role=portal' })
  await book.connect()
})
afterAll(async () => {
  await book.end()
  await database.drop()
})
beforeEach(() => book.query('rollback'))

type Line = {
  ledger: string
  amountMinor: number
  /** `mine` and `other` stand for the two funds above in tables of cases. */
  accountId?: string | null
  section?: number | null
  on?: string
}

const received = (amountMinor: number): Line => ({ ledger: 'received', amountMinor })
const contributed = (amountMinor: number, accountId = 'mine'): Line => ({
  ledger: 'spendable',
  accountId,
  section: 1,
  amountMinor,
})

const day = '2026-01-15'

async function insertEntry(about: { kind?: string; currency?: string; on?: string } = {}): Promise<string> {
  const entryId = randomUUID()
  await book.query(
    'insert into journal_entry (entry_id, kind, currency, effective_date) values ($1, $2, $3, $4)',
    [entryId, about.kind ?? 'contribution_cash', about.currency ?? 'USD', about.on ?? day],
  )
  return entryId
}

async function insertPostings(entryId: string, lines: readonly Line[], firstLine = 1): Promise<void> {
  for (const [index, line] of lines.entries())
    await book.query(
      `insert into posting (entry_id, line, ledger, account_id, section, effective_date, amount_minor)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        entryId,
        firstLine + index,
        line.ledger,
        fundNamed(line.accountId ?? null),
        line.section ?? null,
        line.on ?? day,
        line.amountMinor,
      ],
    )
}

function fundNamed(name: string | null): string | null {
  return name === 'mine' ? account.accountId : name === 'other' ? other.accountId : name
}

async function post(lines: readonly Line[], about?: Parameters<typeof insertEntry>[0]): Promise<string> {
  await book.query('begin')
  const entryId = await insertEntry(about)
  await insertPostings(entryId, lines)
  await book.query('commit')
  return entryId
}

const spendableOf = async (accountId: string) =>
  (await book.query('select spendable_minor::int from account_balance where account_id = $1', [accountId]))
    .rows[0]?.spendable_minor

describe('recorded entries are final (§12)', () => {
  test.each([
    ['an entry', `update journal_entry set comment = 'better'`],
    ['a posting', 'update posting set amount_minor = amount_minor * 2'],
    ['a balance', 'update account_balance set spendable_minor = 1000000'],
    ['a subtotal', 'update posting_subtotal set amount_minor = 1000000'],
    ['the subtotals by more of them', 'insert into posting_subtotal select * from posting_subtotal'],
    ['a step of a grant', `update grant_history_entry set reason = 'another'`],
  ])('refuses to let the portal change %s', async (_what, statement) => {
    await expect(book.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  const tables = ['journal_entry', 'posting', 'grant_history_entry', 'account_balance', 'posting_subtotal']
  test.each([...tables, 'entry_kind', 'ledger_kind'])(
    'refuses to let the portal delete from or truncate %s',
    async table => {
      await expect(book.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
      await expect(book.query(`truncate ${table} cascade`)).rejects.toMatchObject({ code: '42501' })
    },
  )

  test('refuses to let the portal write a balance', async () => {
    const fresh = await makeAccount(database.databases)
    await expect(
      book.query('insert into account_balance (book, account_id, spendable_minor) values ($1, $2, 5)', [
        'npt',
        fresh.accountId,
      ]),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ['switch a trigger off', 'alter table posting disable trigger apply_postings'],
    [
      'replace what a trigger does',
      'create or replace function check_entry() returns trigger language sql as $$$$',
    ],
    ['run with triggers off', `set session_replication_role = 'replica'`],
  ])('refuses to let the portal %s', async (_what, statement) => {
    await expect(book.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test.each(['journal_entry', 'posting'])(
    'refuses to let even the owner change or delete a row of %s',
    async table => {
      const violation = { code: '23000', constraint: 'append_only' }
      await expect(
        database.admin.query(`update ${table} set effective_date = '2020-01-01'`),
      ).rejects.toMatchObject(violation)
      await expect(database.admin.query(`delete from ${table}`)).rejects.toMatchObject(violation)
      await expect(database.admin.query(`truncate ${table} cascade`)).rejects.toMatchObject(violation)
    },
  )
})

describe('an entry has two or more postings that add up to zero (§12)', () => {
  test('commits a balanced entry and updates the balance', async () => {
    const before = await spendableOf(account.accountId)
    await post([contributed(250), received(-250)])
    expect(await spendableOf(account.accountId)).toBe(before + 250)
  })

  test.each<[string, Line[]]>([
    ['an entry that is off by a penny', [contributed(250), received(-249)]],
    ['an entry with a single posting', [contributed(250)]],
    ['an entry without postings', []],
    ['an entry with a posting of another day', [contributed(250), { ...received(-250), on: '2026-01-16' }]],
    [
      'an entry that creates money from pending grants',
      [
        { ledger: 'pending', accountId: 'mine', section: 11, amountMinor: 250 },
        { ledger: 'received', amountMinor: -250 },
      ],
    ],
    [
      'an entry that moves a reserve to another fund',
      [
        { ledger: 'spendable', accountId: 'mine', section: 11, amountMinor: -250 },
        { ledger: 'pending', accountId: 'other', section: 11, amountMinor: 250 },
      ],
    ],
    [
      'an entry that posts one section against another',
      [
        { ledger: 'spendable', accountId: 'mine', section: 9, amountMinor: -250 },
        { ledger: 'pending', accountId: 'mine', section: 11, amountMinor: 250 },
      ],
    ],
  ])('does not commit %s', async (_what, lines) => {
    const before = await spendableOf(account.accountId)
    await expect(post(lines)).rejects.toMatchObject({ constraint: 'entry_balanced' })
    expect(await spendableOf(account.accountId)).toBe(before)
  })

  test('refuses to add postings to an entry after its transaction', async () => {
    await expect(insertPostings(recordedEntry, [contributed(5), received(-5)], 3)).rejects.toMatchObject({
      constraint: 'entry_complete',
    })
  })

  test('checks the entry again where the constraints were checked early', async () => {
    await book.query('begin')
    const entryId = await insertEntry()
    await insertPostings(entryId, [contributed(250), received(-250)])
    await book.query('set constraints all immediate')
    await book.query('set constraints all deferred')
    await expect(
      insertPostings(entryId, [contributed(1_000_000)], 3).then(() => book.query('commit')),
    ).rejects.toMatchObject({ constraint: 'entry_balanced' })
  })

  test.each<[string, { on?: string; currency?: string; kind?: string }, string]>([
    ['an entry in the future', { on: '2999-01-01' }, '23514'],
    ['an entry in another currency than the book’s', { currency: 'GBP' }, '23503'],
    ['other activity without a comment', { kind: 'other' }, '23514'],
  ])('refuses %s', async (_what, about, code) => {
    const lines = [contributed(250), received(-250)].map(line => ({ ...line, on: about.on ?? day }))
    await expect(post(lines, about)).rejects.toMatchObject({ code })
  })
})

describe('each posting belongs to one section of one fund, or to the book (§12)', () => {
  test.each<[string, Line[]]>([
    ['a fund’s posting without a section', [{ ...contributed(5), section: null }, received(-5)]],
    ['a fund’s posting without a fund', [{ ...contributed(5), accountId: null }, received(-5)]],
    ['a book’s posting with a section', [contributed(5), { ...received(-5), section: 1 }]],
    ['a posting in the ending balance', [{ ...contributed(5), section: 10 }, received(-5)]],
    ['a posting in an unknown ledger', [{ ...contributed(5), ledger: 'gold' }, received(-5)]],
    ['a posting of zero', [contributed(5), received(-5), { ledger: 'fees', amountMinor: 0 }]],
    ['a contribution into pending grants', [{ ...contributed(5), ledger: 'pending' }, received(-5)]],
    [
      'an excluded asset among the pending grants',
      [
        { ledger: 'excluded', accountId: 'mine', section: 11, amountMinor: 5 },
        { ledger: 'spendable', accountId: 'mine', section: 11, amountMinor: -5 },
      ],
    ],
    [
      'a pending grant among the excluded assets',
      [
        { ledger: 'pending', accountId: 'mine', section: 9, amountMinor: 5 },
        { ledger: 'spendable', accountId: 'mine', section: 9, amountMinor: -5 },
      ],
    ],
    [
      'a grant paid without a reserve',
      [
        { ledger: 'spendable', accountId: 'mine', section: 2, amountMinor: -5 },
        { ledger: 'granted', amountMinor: 5 },
      ],
    ],
  ])('refuses %s', async (_what, lines) => {
    await expect(post(lines)).rejects.toMatchObject({ code: expect.stringMatching(/^235(03|14|02)$/) })
  })
})

describe('the database sets when an entry was recorded (§12)', () => {
  test.each([
    ['recorded_at', `'2020-01-01'`],
    ['recorded_in', `'7'`],
    ['transaction_id', '42'],
    ['book', `'rathbones'`],
  ])('refuses to let the portal set %s', async (column, value) => {
    const columns = `kind, currency, effective_date, ${column}`
    const insert = `insert into journal_entry (${columns}) values ('contribution_cash', 'USD', '${day}', ${value})`
    await expect(book.query(insert)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a grant never takes the available balance below zero (§12)', () => {
  const reserve = (amountMinor: number, accountId: string): Line[] => [
    { ledger: 'spendable', accountId, section: 11, amountMinor: -amountMinor },
    { ledger: 'pending', accountId, section: 11, amountMinor },
  ]

  test('allows reserving the whole balance, but not a penny more', async () => {
    const fund = await makeAccount(database.databases)
    await makeContribution(database.databases, fund, 500n)
    await expect(post(reserve(501, fund.accountId), { kind: 'grant_recommended' })).rejects.toMatchObject({
      constraint: 'available_balance_not_negative',
    })
    await book.query('rollback')
    await post(reserve(500, fund.accountId), { kind: 'grant_recommended' })
    expect(await spendableOf(fund.accountId)).toBe(0)
  })

  test('allows a fee to take the balance below zero, and then refuses a grant', async () => {
    const fund = await makeAccount(database.databases)
    await makeContribution(database.databases, fund, 100n)
    const fee: Line[] = [
      { ledger: 'spendable', accountId: fund.accountId, section: 5, amountMinor: -300 },
      { ledger: 'fees', amountMinor: 300 },
    ]
    await post(fee, { kind: 'administrative_fee' })
    expect(await spendableOf(fund.accountId)).toBe(-200)
    await expect(post(reserve(1, fund.accountId), { kind: 'grant_recommended' })).rejects.toMatchObject({
      constraint: 'available_balance_not_negative',
    })
  })

  test('refuses a negative pending balance', async () => {
    const fund = await makeAccount(database.databases)
    await makeContribution(database.databases, fund, 100n)
    await expect(post(reserve(-1, fund.accountId), { kind: 'grant_released' })).rejects.toMatchObject({
      constraint: 'pending_and_excluded_not_negative',
    })
  })
})
