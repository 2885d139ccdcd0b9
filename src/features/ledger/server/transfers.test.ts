import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { bookRole } from '../../../server/db/login-roles.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'

// These tests send SQL as the book's role: no transfer takes a fund below zero, whatever the program does.

let database: TestDatabase
let recipient: MadeAccount
let book: pg.Client

const connect = async () => {
  const client = new pg.Client({ ...database.connection, user: bookRole('npt'), options: '-c role=portal' })
  await client.connect()
  return client
}

beforeAll(async () => {
  database = await createTestDatabase()
  recipient = await makeAccount(database.databases)
  await makeContribution(database.databases, recipient, 1_000_00n)
  book = await connect()
})
afterAll(async () => {
  await book.end()
  await database.drop()
})
beforeEach(() => book.query('rollback'))

type Line = { ledger: string; amountMinor: number; accountId?: string; section?: number }

async function record(client: pg.Client, kind: string, lines: readonly Line[]): Promise<void> {
  const entryId = randomUUID()
  await client.query('begin')
  await client.query(
    `insert into journal_entry (entry_id, kind, currency, effective_date) values ($1, $2, 'USD', '2026-01-15')`,
    [entryId, kind],
  )
  for (const [index, { ledger, accountId, section, amountMinor }] of lines.entries())
    await client.query(
      `insert into posting (entry_id, line, ledger, account_id, section, effective_date, amount_minor)
       values ($1, $2, $3, $4, $5, '2026-01-15', $6)`,
      [entryId, index + 1, ledger, accountId ?? null, section ?? null, amountMinor],
    )
  await client.query('commit')
}

const spendableOf = async (accountId: string) =>
  (await book.query('select spendable_minor::int from account_balance where account_id = $1', [accountId]))
    .rows[0]?.spendable_minor

const transferLines = (amountMinor: number, accountId: string, ledger = 'spendable'): Line[] => [
  { ledger, accountId, section: 8, amountMinor: -amountMinor },
  { ledger, accountId: recipient.accountId, section: 7, amountMinor },
]
const transfer = (lines: readonly Line[]) => record(book, 'transfer', lines)
const belowZero = { constraint: 'available_balance_not_negative' }
const fundWith = async (balanceMinor: bigint) => {
  const fund = await makeAccount(database.databases)
  await makeContribution(database.databases, fund, balanceMinor)
  return fund
}

test('accepts the whole available balance, but not a penny more', async () => {
  const fund = await fundWith(500n)
  await expect(transfer(transferLines(501, fund.accountId))).rejects.toMatchObject(belowZero)
  await book.query('rollback')
  await transfer(transferLines(500, fund.accountId))
  expect(await spendableOf(fund.accountId)).toBe(0)
})

test('refuses an amount that is reserved for grants', async () => {
  const fund = await fundWith(500n)
  const setAside: Line[] = [
    { ledger: 'spendable', accountId: fund.accountId, section: 11, amountMinor: -400 },
    { ledger: 'pending', accountId: fund.accountId, section: 11, amountMinor: 400 },
  ]
  await record(book, 'grant_recommended', setAside)
  await expect(transfer(transferLines(101, fund.accountId))).rejects.toMatchObject(belowZero)
})

test('accepts one of two concurrent transfers that together exceed the balance', async () => {
  const fund = await fundWith(500n)
  const second = await connect()
  onTestFinished(() => second.end())
  const attempt = (client: pg.Client) => record(client, 'transfer', transferLines(300, fund.accountId))
  const outcomes = await Promise.allSettled([attempt(book), attempt(second)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: belowZero })
  await book.query('rollback')
  expect(await spendableOf(fund.accountId)).toBe(200)
})

test('refuses money that was first moved to the excluded assets', async () => {
  const fund = await fundWith(500n)
  const excluded: Line[] = [
    { ledger: 'spendable', accountId: fund.accountId, section: 9, amountMinor: -900 },
    { ledger: 'excluded', accountId: fund.accountId, section: 9, amountMinor: 900 },
  ]
  await record(book, 'exclude', excluded)
  await expect(transfer(transferLines(900, fund.accountId, 'excluded'))).rejects.toMatchObject(belowZero)
})

test('refuses a negative transfer in', async () => {
  const fund = await fundWith(500n)
  await expect(
    transfer([
      { ledger: 'spendable', accountId: fund.accountId, section: 7, amountMinor: -501 },
      { ledger: 'spendable', accountId: recipient.accountId, section: 7, amountMinor: 501 },
    ]),
  ).rejects.toMatchObject(belowZero)
})

test.each([3, 4, 5])('refuses a transfer that is booked in section %s', async section => {
  const fund = await fundWith(500n)
  await expect(
    transfer([
      { ledger: 'spendable', accountId: fund.accountId, section, amountMinor: -501 },
      { ledger: 'spendable', accountId: recipient.accountId, section: 7, amountMinor: 501 },
    ]),
  ).rejects.toMatchObject({ constraint: 'transfer_sections' })
})

test('refuses a transfer to an account that belongs to no fund', async () => {
  const fund = await fundWith(500n)
  await expect(
    transfer([
      { ledger: 'spendable', accountId: fund.accountId, section: 8, amountMinor: -100 },
      { ledger: 'adjustments', amountMinor: 100 },
    ]),
  ).rejects.toMatchObject({ constraint: 'transfer_sections' })
})

test('refuses a transfer out in an entry of another kind', async () => {
  const fund = await fundWith(500n)
  await expect(record(book, 'gain', transferLines(501, fund.accountId))).rejects.toMatchObject(belowZero)
})

test('accepts a transfer in to a fund below zero', async () => {
  const fund = await fundWith(100n)
  const fee: Line[] = [
    { ledger: 'spendable', accountId: fund.accountId, section: 5, amountMinor: -300 },
    { ledger: 'fees', amountMinor: 300 },
  ]
  await record(book, 'administrative_fee', fee)
  await transfer([
    { ledger: 'spendable', accountId: recipient.accountId, section: 8, amountMinor: -50 },
    { ledger: 'spendable', accountId: fund.accountId, section: 7, amountMinor: 50 },
  ])
  expect(await spendableOf(fund.accountId)).toBe(-150)
})
