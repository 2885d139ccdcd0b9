import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clients } from '../../clients/clients.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import type { DemoUserIds } from '../people/demo-users.ts'
import { writeDemoFeeTerms } from './demo-fee-terms.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const withSchedules = Object.values(clients).filter(
  ({ name, book, feeSchedules }) => name === book.name && feeSchedules.length > 0,
)

// November: a quarter begins in two months and in five.
test.each(withSchedules.map(client => [client.name, client] as const))(
  'terms that %s declined and terms to come begin with a period of its schedule',
  async (_name, client) => {
    // Only these two are read.
    const userIds = { super: randomUUID(), super2: randomUUID() } as DemoUserIds
    const db = database.databases.book(client.book.name)
    await writeDemoFeeTerms(db, { client, userIds, now: new Date('2026-11-29T12:00:00Z') })
    const rows = await db
      .selectFrom('fee_terms_change')
      .select(['state', 'starts_on'])
      .orderBy('state')
      .execute()
    const [schedule] = client.feeSchedules
    const from = schedule?.versions.at(-1)?.every === 'quarter' ? '2027-04-01' : '2027-02-01'
    expect(rows).toEqual([
      { state: 'declined', starts_on: from },
      { state: 'made', starts_on: from },
    ])
  },
)

test('a client without a schedule has none', async () => {
  const client = Object.values(clients).find(({ feeSchedules }) => feeSchedules.length === 0)
  if (!client) throw new Error('every client has a schedule')
  const db = database.databases.book(client.book.name)
  // None of them is read.
  const userIds = {} as DemoUserIds
  await writeDemoFeeTerms(db, { client, userIds, now: new Date() })
  expect(await db.selectFrom('fee_terms_change').select('state').execute()).toEqual([])
})
