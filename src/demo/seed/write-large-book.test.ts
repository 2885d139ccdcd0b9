import { afterAll, beforeAll, expect, test } from 'vitest'
import { ubs } from '../../clients/configuration/ubs.ts'
import { searchAccounts } from '../../features/accounts/accounts.contract.ts'
import { verifyLedger } from '../../features/ledger/server/verify-ledger.ts'
import { startTestApp, type TestApp, type TestSession } from '../../testing/app.ts'
import { makeAccount } from '../../testing/factories/make-account.ts'
import { makeRelationship } from '../../testing/factories/make-relationship.ts'
import { makeUser } from '../../testing/factories/make-user.ts'
import type { DemoUserIds } from '../people/demo-users.ts'
import { advisedAccounts, largeBookAccounts, writeLargeBook } from './write-large-book.ts'

let portal: TestApp
let advisor: TestSession
let superUser: TestSession
let written: number

beforeAll(async () => {
  portal = await startTestApp()
  const { databases } = portal
  const users = {
    advisor: await makeUser(databases, { realm: 'ubs' }),
    service: await makeUser(databases, { realm: 'ubs' }),
    super: await makeUser(databases, { realm: 'ubs', roles: [{ role: 'super_user', actions: null }] }),
  }
  // The accounts that the rest of the demonstration has made.
  const account = await makeAccount(databases, { book: 'ubs', fundId: 204318 })
  await makeRelationship(databases, account, { user: users.advisor, role: 'primary_advisor' })
  await makeRelationship(databases, account, { user: users.service, role: 'service_team' })
  written = await writeLargeBook(databases.book('ubs'), {
    client: ubs,
    // The function reads these two.
    userIds: { advisor: users.advisor.userId, service: users.service.userId } as DemoUserIds,
    now: new Date(),
  })
  advisor = await portal.sessionFor(users.advisor, { client: 'ubs' })
  superUser = await portal.sessionFor(users.super, { client: 'ubs' })
}, 120_000)
afterAll(() => portal.close())

const totalOf = async (as: TestSession) => {
  const { reply } = await portal.call(searchAccounts, { query: { keywords: '', first: 10 } }, { as })
  return reply.meta.total
}

test('fills a book up to 5,000 accounts, of which one advisor sees 1,000 (§17)', async () => {
  expect(written).toBe(largeBookAccounts - 1)
  expect(await totalOf(superUser)).toBe(5_000)
  expect(await totalOf(advisor)).toBe(advisedAccounts)
  expect(advisedAccounts).toBe(1_000)
})

test('posts a contribution to each open account and none to a closed one', async () => {
  const { rows } = await portal.database.admin.query(
    `select account_status as status, count(b.account_id) > 0 as has_balance, bool_or(b.spendable_minor <= 0) as is_empty
     from fund_account a left join account_balance b using (book, account_id)
     where a.book = 'ubs' and a.fund_id <> 204318 group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { status: 'Active', has_balance: true, is_empty: false },
    { status: 'Closed', has_balance: false, is_empty: null },
  ])
  expect((await verifyLedger(portal.databases.book('ubs'))).differences).toEqual([])
})
