import { afterAll, beforeAll, expect, test } from 'vitest'
import { books } from '../../../clients/clients.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { verifyLedger } from './verify-ledger.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Writes as an administrator who disabled the triggers. */
async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  const client = await database.admin.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(statement, values)
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}

test('npm run ledger:verify exits with 1 and names what is stored and what is posted, where they differ', async () => {
  const fund = await makeAccount(database.databases, { fundId: 7000001 })
  await makeContribution(database.databases, fund, 100_00n, { on: '2026-03-10' })
  await makeContribution(database.databases, fund, 20_00n, { on: '2026-03-31' })
  const intact = runCommand(database, 'tools/ledger-verify.ts')
  expect(intact.stdout.trim().split('\n')).toEqual(
    books.map(({ name }) =>
      name === 'npt'
        ? 'npt: 1 fund, 2 postings, balances and subtotals agree'
        : `${name}: 0 funds, 0 postings, balances and subtotals agree`,
    ),
  )
  expect(intact.status, intact.stderr).toBe(0)

  await tamper(`update posting_subtotal set amount_minor = 13000 where period = 'month'`)
  const different = runCommand(database, 'tools/ledger-verify.ts')
  expect(different.stdout).toContain(
    [
      'npt: 1 fund, 2 postings, DIFFERENT: 1 balances or subtotals do not agree with the postings',
      '  fund 7000001, month of 2026-03-01, section 1, spendable: stored 130.00 USD of 2 postings, posted 120.00 USD of 2 postings',
    ].join('\n'),
  )
  expect(different.status, different.stderr).toBe(1)
  await tamper(`update posting_subtotal set amount_minor = 12000 where period = 'month'`)
})

const faults = [
  {
    fault: 'a daily subtotal is missing',
    sql: `delete from posting_subtotal where account_id = $1 and period = 'day'`,
    kinds: ['day'],
  },
  {
    fault: 'a monthly subtotal counts too many postings',
    sql: `update posting_subtotal set postings = 2 where account_id = $1 and period = 'month'`,
    kinds: ['month'],
  },
  {
    fault: 'a subtotal has no postings',
    sql: `insert into posting_subtotal values ('npt', $1, 'month', '2020-01-01', 3, 'spendable', 0, 1)`,
    kinds: ['month'],
  },
  {
    fault: 'a balance is wrong',
    sql: `update account_balance set spendable_minor = 1 where account_id = $1`,
    kinds: ['balance'],
  },
  {
    fault: 'a posting was deleted',
    sql: `delete from posting where account_id = $1`,
    kinds: ['balance', 'day', 'month', 'year'],
  },
  {
    fault: 'a posting was moved to another section',
    sql: `update posting set section = 4 where account_id = $1`,
    kinds: ['day', 'day', 'month', 'month', 'year', 'year'],
  },
]

test.each(faults)('finds that $fault', async ({ sql, kinds }) => {
  const changed = await makeAccount(database.databases)
  await makeContribution(database.databases, changed, 5_00n)
  await tamper(sql, [changed.accountId])
  const { differences } = await verifyLedger(database.databases.book('npt'))
  const found = differences.filter(each => each.fund_id === BigInt(changed.fundId))
  expect(found.map(each => each.kind)).toEqual(kinds)
})

test('compares the book of its connection only', async () => {
  const rathbones = await makeAccount(database.databases, { book: 'rathbones' })
  await makeContribution(database.databases, rathbones, 5_00n)
  await tamper(`update account_balance set spendable_minor = 1 where book = 'rathbones'`)
  const report = await verifyLedger(database.databases.book('rathbones'))
  expect(report).toMatchObject({ funds: 1n, postings: 1n, differences: [{ kind: 'balance' }] })
  expect((await verifyLedger(database.databases.book('ubs'))).differences).toEqual([])
})
