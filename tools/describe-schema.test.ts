import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../src/testing/database/database.ts'
import { describeSchema, schemaSqlFile } from './describe-schema.ts'

let schema: string
beforeAll(async () => {
  const database = await createTestDatabase()
  afterAll(() => database.drop())
  schema = await describeSchema(database.connection)
})

describe('db/schema.sql', () => {
  test('is the schema after all migrations (else run npm run db:types)', async () => {
    expect(await readFile(schemaSqlFile, 'utf8')).toBe(schema)
  })

  test('shows a table with its constraints, indexes, policies and triggers', () => {
    const table = schema.slice(
      schema.indexOf('create table journal_entry ('),
      schema.indexOf('create table legacy_plan ('),
    )
    expect(table).toContain('  book book_name not null default book(),\n')
    expect(table).toContain('\n  constraint journal_entry_pkey PRIMARY KEY (book, entry_id)')
    expect(table).toContain(
      '\nalter table journal_entry enable row level security, force row level security;\n',
    )
    expect(table).toContain('\ncreate policy book_of_connection on journal_entry')
    expect(table).toContain('\nCREATE CONSTRAINT TRIGGER entry_balanced')
  })

  test('shows every function below the reason that its comment gives', () => {
    const functions = [...schema.matchAll(/(?<above>.*)\nCREATE OR REPLACE FUNCTION public\.(?<name>\w+)/g)]
    expect(functions.length).toBeGreaterThan(50)
    const withoutReason = functions.filter(({ groups }) => !groups?.above?.startsWith('-- '))
    expect(
      withoutReason.map(({ groups }) => groups?.name),
      'add COMMENT ON FUNCTION in a migration',
    ).toEqual([])
  })
})
