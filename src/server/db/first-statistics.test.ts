import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const anyId = '0197a3b4-0000-7000-8000-000000000001'

/** The tables whose rows have an id of their own within a book or a realm. */
const keyed = `
  select c.conrelid::regclass::text as "table", first.attname as first, second.attname as second
  from pg_constraint c
    join pg_attribute first on first.attrelid = c.conrelid and first.attnum = c.conkey[1]
    join pg_attribute second on second.attrelid = c.conrelid and second.attnum = c.conkey[2]
  where c.contype = 'p' and cardinality(c.conkey) = 2 and first.attname in ('book', 'realm')
    and second.atttypid = 'uuid'::regtype
  order by 1`

test('a row of an empty database is found by an index with its id, not by its book alone', async () => {
  const { rows } = await database.admin.query<Record<'table' | 'first' | 'second', string>>(keyed)
  expect(rows.length).toBeGreaterThan(30)
  const others: string[] = []
  for (const { table, first, second } of rows) {
    const plan = await database.admin.query<{ 'QUERY PLAN': string }>(
      `explain select from ${table} where ${first} = 'npt' and ${second} = '${anyId}'`,
    )
    const text = plan.rows.map(row => row['QUERY PLAN']).join('\n')
    if (!new RegExp(`Index Cond: .* AND \\(${second} = `).test(text)) others.push(text)
  }
  expect(others).toEqual([])
})
