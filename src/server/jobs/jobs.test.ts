import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { jobSettings } from '../../testing/jobs.ts'
import type { DB } from '../db/schema.ts'
import { realmTask, type TaskContext, task } from './task.ts'
import { type JobWorker, startJobWorker } from './worker.ts'

let database: TestDatabase
let worker: JobWorker
const ran: { word: string; origin: TaskContext['origin']; book: string | null }[] = []

const note = task('note', z.object({ word: z.string() }), async ({ word }, { db, origin }) => {
  const { rows } = await sql<{ book: string | null }>`select book() as book`.execute(db)
  ran.push({ word, origin, book: rows[0]?.book ?? null })
})

const fail = task('fail', z.object({}), async () => {
  throw new Error('the mail server is away')
})

const running = { long: 0, notices: 0 }
const maxRunning = { ...running }
const finish = { long: Promise.withResolvers<void>(), notices: Promise.withResolvers<void>() }
const held = (slots: 'long' | 'notices') =>
  realmTask(
    `hold-${slots}`,
    z.object({}),
    async () => {
      running[slots] += 1
      maxRunning[slots] = Math.max(maxRunning[slots], running[slots])
      await finish[slots].promise
      running[slots] -= 1
    },
    { slots },
  )

beforeAll(async () => {
  database = await createTestDatabase()
  const log = { warn: () => {}, error: () => {} }
  worker = await startJobWorker({
    databases: database.databases,
    tasks: [note, fail, held('long'), held('notices')],
    ...jobSettings,
    log,
  })
})
afterAll(async () => {
  await worker.stop()
  await database.drop()
})

const add = (db: Kysely<DB>, payload: unknown, key: string | null = null, runAt: Date | null = null) =>
  sql`select job.add('note', ${JSON.stringify(payload)}::jsonb, ${key}, ${runAt})`.execute(db)

const waiting = async () => {
  const { rows } = await database.admin.query('select payload from graphile_worker._private_jobs')
  return rows.map(row => row.payload.payload.word)
}

test('runs a job after the commit, on the connection of the book that added it', async () => {
  await database.databases
    .book('npt')
    .transaction()
    .execute(trx => add(trx, { word: 'committed' }))
  await database.databases
    .book('rathbones')
    .transaction()
    .execute(trx => add(trx, { word: 'in pounds' }))
  await expect.poll(() => ran).toHaveLength(2)
  expect(ran).toEqual(
    expect.arrayContaining([
      { word: 'committed', origin: { book: 'npt' }, book: 'npt' },
      { word: 'in pounds', origin: { book: 'rathbones' }, book: 'rathbones' },
    ]),
  )
})

test('releases a job that fails, with its error, so that it runs again later', async () => {
  await sql`select job.add('fail', '{}'::jsonb, null, null)`.execute(database.databases.book('npt'))
  const failed = async () => {
    const { rows } = await database.admin.query(
      `select j.attempts, j.last_error, j.locked_at, j.run_at > now() as is_later
       from graphile_worker._private_jobs j where last_error is not null`,
    )
    return rows
  }
  await expect
    .poll(failed)
    .toEqual([{ attempts: 1, last_error: 'the mail server is away', locked_at: null, is_later: true }])
  await database.admin.query('delete from graphile_worker._private_jobs where last_error is not null')
})

test.each(['long', 'notices'] as const)(
  'jobs with the slots “%s” hold up no other, and two run at once',
  async slots => {
    const realm = database.databases.realm('npt')
    for (let count = 0; count < 6; count += 1)
      await sql`select job.add(${`hold-${slots}`}, '{}'::jsonb, null, null)`.execute(realm)
    await expect.poll(() => running[slots]).toBe(2)
    await add(database.databases.book('npt'), { word: `beside ${slots}` })
    await expect.poll(() => ran.map(({ word }) => word)).toContain(`beside ${slots}`)
    expect(running[slots]).toBe(2)
    finish[slots].resolve()
    await expect.poll(waiting).toEqual([])
    expect(maxRunning[slots]).toBe(2)
  },
)

test('adds no job after a rollback', async () => {
  const change = database.databases
    .book('npt')
    .transaction()
    .execute(async trx => {
      await add(trx, { word: 'rolled back' }, null, new Date(Date.now() + 3_600_000))
      throw new Error('the change failed')
    })
  await expect(change).rejects.toThrow('the change failed')
  expect(await waiting()).not.toContain('rolled back')
})

test('replaces a waiting job with the same key, but not the job of another book', async () => {
  const later = new Date(Date.now() + 3_600_000)
  await add(database.databases.book('npt'), { word: 'first' }, 'same', later)
  await add(database.databases.book('npt'), { word: 'second' }, 'same', later)
  await add(database.databases.book('rathbones'), { word: 'theirs' }, 'same', later)
  expect((await waiting()).sort()).toEqual(['second', 'theirs'])
})

test('runs the job of a realm on the realm’s connection', async () => {
  await add(database.databases.realm('npt'), { word: 'people' })
  await expect
    .poll(() => ran.find(each => each.word === 'people'))
    .toMatchObject({ origin: { realm: 'npt' }, book: null })
})

test('ignores an origin that the payload claims', async () => {
  await add(database.databases.book('npt'), {
    word: 'forged',
    origin: { book: 'rathbones' },
    book: 'rathbones',
  })
  await expect
    .poll(() => ran.find(each => each.word === 'forged'))
    .toMatchObject({ origin: { book: 'npt' }, book: 'npt' })
})

test.each([
  ['add a job itself', sql`select graphile_worker.add_job('note', '{"origin":{"book":"rathbones"}}'::json)`],
  ['read the queue', sql`select * from graphile_worker._private_jobs`],
  [
    'replace the function',
    sql`create or replace function job.add(text, jsonb, text, timestamptz) returns void
    language sql as 'select null::void'`,
  ],
])('a book cannot %s', async (_name, statement) => {
  await expect(statement.execute(database.databases.book('npt'))).rejects.toMatchObject({ code: '42501' })
})

test('the role registrar cannot add jobs', async () => {
  await expect(database.databases.registrar().query(`select job.add('note', '{}')`)).rejects.toMatchObject({
    code: '42501',
  })
})
