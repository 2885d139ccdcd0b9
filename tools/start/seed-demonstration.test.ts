import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../src/testing/database/database.ts'
import { demonstrationState, recordDemonstration, recreateDatabase } from './seed-demonstration.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('reports missing, interrupted and complete demonstration data', async () => {
  expect(await demonstrationState(database.connection)).toBe('none')
  await recordDemonstration(database.connection, 'started')
  expect(await demonstrationState(database.connection)).toBe('interrupted')
  await recordDemonstration(database.connection, 'finished')
  expect(await demonstrationState(database.connection)).toBe('complete')
})

test('recreateDatabase leaves an empty database', async () => {
  await recreateDatabase(database.connection)
  const { rows } = await database.admin.query("select to_regclass('book') as book")
  expect(rows).toEqual([{ book: null }])
})
