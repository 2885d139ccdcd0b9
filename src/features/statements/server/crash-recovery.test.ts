import { afterAll, beforeAll, expect, test } from 'vitest'
import { books } from '../../../clients/clients.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { encryptedFiles } from '../../../server/files/encrypted-files.ts'
import { folderFiles } from '../../../server/files/folder-files.ts'
import { runDueWork } from '../../../server/jobs/due-work.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { killProgram } from '../../../testing/database/kill-program.ts'
import { testDocumentKeys } from '../../../testing/document-keys.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { quarterlyStatements } from './make-statements.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const day = '2026-10-07' as IsoDate

test('every account has its statement and its notice once after the program was killed between two', {
  timeout: 120_000,
}, async () => {
  for (let count = 0; count < 3; count += 1) await makeAccount(database.databases)
  const folder = temporaryDirectory('killed')
  await killProgram(database, 'statement-program.ts', { folder, day, bookName: 'npt' })
  const count = async (sql: string) => Number((await database.admin.query(sql)).rows[0].count)
  const statements = 'select count(*) from account_statement'
  expect(await count(statements)).toBe(1)
  expect(await count('select count(*) from due_work where finished_at is not null')).toBe(0)

  const book = books.find(each => each.name === 'npt')
  if (!book) throw new Error('no book npt')
  const restart = () =>
    runDueWork([quarterlyStatements], {
      hour: 12,
      book,
      db: database.databases.book('npt'),
      today: day,
      now: new Date(),
      documentFiles: encryptedFiles(folderFiles(folder), testDocumentKeys),
      signal: new AbortController().signal,
    })
  expect(await restart()).toEqual([])
  expect(await restart()).toEqual([])
  const accounts = await count('select count(*) from fund_account')
  expect(accounts).toBeGreaterThanOrEqual(3)
  expect(await count(statements)).toBe(accounts)
  expect(await count('select count(distinct account_id) from account_statement')).toBe(accounts)
  expect(await count(`select count(*) from document where type = 'statement' and state = 'stored'`)).toBe(
    accounts,
  )
  expect(
    await count(`select count(*) from graphile_worker.jobs where task_identifier = 'mail-statement-ready'`),
  ).toBe(accounts)
  expect(await count('select count(*) from due_work where finished_at is not null')).toBe(1)
})
