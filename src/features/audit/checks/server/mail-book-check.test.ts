import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { books, clientOfBook } from '../../../../clients/clients.ts'
import { isoDate } from '../../../../domain/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import { testSecret } from '../../../../testing/database/database-server.ts'
import { mailBookCheck } from './mail-book-check.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// Some books are also shown by a client with two, where the address alone would not say which one it is about.
test.each(['npt', 'nptuk', 'nptukusd'])(
  'the mail about a difference of %s leads to a client that has no other book',
  async name => {
    const client = clientOfBook(name)
    expect([client.book.name, client.secondaryBook]).toEqual([name, null])
    const book = books.find(each => each.name === name)
    if (!book) throw new Error(`there is no book ${name}`)
    const checkId = randomUUID()
    const check = {
      ...{ check_id: checkId, day: isoDate('2026-11-20'), difference_count: 1 },
      differences: [{ part: 'balances', place: 'Account 1', finding: 'differs' }],
    }
    await mailBookCheck(
      // Only what the mail says of a check.
      check as never,
      book,
      {
        realmDb: database.databases.realm(book.realm),
        readers: async () => [{ userId: randomUUID(), email: 'prudence@example.org' }],
        ...{
          secret: testSecret,
          originPattern: 'https://{client}.example.org',
          // No checkpoint is written here.
          checkpointFolders: [] as never,
        },
      },
      new Date(),
    )
    const { rows } = await database.admin.query('select body from person_mail where cause like $1', [
      `book-check:${checkId}:%`,
    ])
    expect(rows[0]?.body).toContain(
      `Log in and open https://${name}.example.org/super-user-dashboard/audit to read`,
    )
  },
)
