import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { temporaryDirectory } from '../../testing/temporary/temporary-directory.ts'
import { assertMigrated, migrate } from './migrate.ts'
import { migrationsFolder } from './prepare-database.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  // An empty database without any migrations.
  await database.admin.query('drop table applied_migration')
})
afterAll(() => database.drop())

beforeEach(async () => {
  await database.admin.query('drop table if exists applied_migration, note, other')
  folder = temporaryDirectory('migrations')
  await file('0001_note.sql', 'create table note (text text);')
  await file(
    '0002_other.sql',
    "create table other (text text);\ninsert into note values ('from the second');",
  )
  return () => rm(folder, { recursive: true })
})

const file = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => migrate(database.connection, folder)

test('runs each file once, in order', async () => {
  expect(await run()).toEqual(['0001_note.sql', '0002_other.sql'])
  expect(await run()).toEqual([])
  const { rows } = await database.admin.query('select text from note')
  expect(rows).toEqual([{ text: 'from the second' }])
})

test('runs each file once when several servers start concurrently', async () => {
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat().sort()).toEqual(['0001_note.sql', '0002_other.sql'])
})

test('rolls a failing file back, keeps earlier files and reports the line', async () => {
  await file('0003_broken.sql', 'create table half (text text);\n\nselect nonsense;')
  await expect(run()).rejects.toThrow('0003_broken.sql:3: column "nonsense" does not exist')
  const { rows } = await database.admin.query(
    `select to_regclass('half') as half, to_regclass('note') as note`,
  )
  expect(rows).toEqual([{ half: null, note: 'note' }])
})

test('rejects a file that was changed after it ran', async () => {
  await run()
  await file('0001_note.sql', 'create table note (text text, more text);')
  await expect(run()).rejects.toThrow(
    /^0001_note\.sql is not the file that ran on this database\. The database was made by a version/,
  )
})

test('rejects a missing file, a late number, a duplicate number and an invalid name', async () => {
  await file('0002_again.sql', 'select 1;')
  await expect(run()).rejects.toThrow('0002_again.sql and 0002_other.sql have the same number')
  await rm(join(folder, '0002_again.sql'))
  await file('late.sql', 'select 1;')
  await expect(run()).rejects.toThrow('late.sql is not a valid name of a migration')
  await rm(join(folder, 'late.sql'))
  await run()
  await file('0000_early.sql', 'select 1;')
  await expect(run()).rejects.toThrow(
    /^0000_early\.sql did not run on this database, and 0002_other\.sql, which comes after it, did\./,
  )
  await rm(join(folder, '0000_early.sql'))
  await rm(join(folder, '0002_other.sql'))
  await expect(run()).rejects.toThrow(
    /^The database is newer than this version: 0002_other\.sql ran on it, and this version ends with 0001_note\.sql/,
  )
})

test('a database of another history is not called newer', async () => {
  await run()
  await rm(join(folder, '0001_note.sql'))
  await expect(run()).rejects.toThrow(
    /^0001_note\.sql ran on this database, and this version has no such migration\. The database was made by/,
  )
  // Newer and changed: what ran is not what this version knows.
  await file('0001_note.sql', 'create table note (text text, more text);')
  await rm(join(folder, '0002_other.sql'))
  await expect(run()).rejects.toThrow(/^0001_note\.sql is not the file that ran on this database/)
})

test('a released migration never changes, and a new one comes after it', async () => {
  const released = z
    .record(z.string(), z.string())
    .parse(
      JSON.parse(await readFile(new URL('../../../db/released-migrations.json', import.meta.url), 'utf8')),
    )
  const names = (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
  const present: Record<string, string> = {}
  for (const name of names.slice(0, Object.keys(released).length))
    present[name] = createHash('sha256')
      .update(await readFile(join(migrationsFolder, name)))
      .digest('hex')
  expect(Object.keys(released).length).toBeGreaterThan(40)
  expect(present).toEqual(released)
})

test('assertMigrated reports the first missing migration', async () => {
  await run()
  await file('0003_new.sql', 'select 1;')
  await expect(assertMigrated(database.databases.worker(), folder)).rejects.toThrow(
    'The database lacks 0003_new.sql',
  )
})

test('the test template has every migration of the folder', async () => {
  const fresh = await createTestDatabase()
  try {
    await expect(assertMigrated(fresh.databases.worker(), migrationsFolder)).resolves.toBeUndefined()
  } finally {
    await fresh.drop()
  }
})
