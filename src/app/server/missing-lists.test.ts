import { expect, test } from 'vitest'
import { sanctionsListsOfBook } from '../../clients/sanctions-lists.ts'
import { importDemoLists } from '../../demo/screening/demo-lists.ts'
import { createTestDatabase } from '../../testing/database/database.ts'
import { warnOfMissingLists } from './missing-lists.ts'

test('a book is screened against the lists of all clients that show it (§13)', () => {
  expect(sanctionsListsOfBook('npt')).toEqual(['ofac'])
  expect(sanctionsListsOfBook('nptuk')).toEqual(['ofac', 'uk'])
  expect(sanctionsListsOfBook('nptukusd')).toEqual(['ofac', 'uk'])
})

test('names at the start each list that was never imported, with its books', async () => {
  const database = await createTestDatabase()
  // Test databases begin with empty lists, so that books can pay.
  await database.admin.query('truncate sanctions_list_version cascade')
  const warnings: string[] = []
  const log = { warn: (sentence: string) => void warnings.push(sentence) }
  await warnOfMissingLists(database.databases, log)
  expect(warnings).toHaveLength(2)
  expect(warnings[0]).toMatch(/^The sanctions list ofac was never imported, and .*\bnpt\b.*\bnptuk\b/)
  await importDemoLists(database.databases.registrar())
  await warnOfMissingLists(database.databases, log)
  expect(warnings).toHaveLength(2)
  await database.drop()
})
