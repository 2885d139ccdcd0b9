import { afterAll, beforeAll, expect, test } from 'vitest'
import { books } from '../../clients/clients.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { type DueWork, runDueWork } from './due-work.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const bookOf = (name: string) => {
  const book = books.find(each => each.name === name)
  if (!book) throw new Error(name)
  return book
}
const { signal: running } = new AbortController()

/** One run of the program’s due work at 06:00 of a day. */
const runOn = (
  works: readonly DueWork[],
  day: string,
  about: { book?: string; hour?: string; signal?: AbortSignal } = {},
) => {
  const { book = 'npt', hour = '06', signal = running } = about
  return runDueWork(works, {
    book: bookOf(book),
    db: database.databases.book(book),
    today: day as IsoDate,
    hour: Number(hour),
    now: new Date(`${day}T${hour}:00:00Z`),
    documentFiles: null,
    signal,
  })
}

/** Work that notes the days on which it ran; `during` may fail or wait. */
function noting(name: string, during: (day: string) => Promise<void> | void = () => {}) {
  const days: string[] = []
  const work: DueWork = {
    name,
    run: async ({ day, book }) => {
      await during(day)
      days.push(`${book.name} ${day}`)
    },
  }
  return { work, days }
}

test('runs a day once, and every missed day in order', async () => {
  const { work, days } = noting('missed-days')
  await runOn([work], '2026-11-20')
  await runOn([work], '2026-11-20')
  await runOn([work], '2026-11-23')
  await runOn([work], '2026-11-22')
  expect(days).toEqual(['npt 2026-11-20', 'npt 2026-11-21', 'npt 2026-11-22', 'npt 2026-11-23'])
  await runOn([work], '2026-11-23', { book: 'rathbones' })
  expect(days.slice(4)).toEqual(['rathbones 2026-11-23'])
})

test('work of the morning waits for its hour, and is done later that day', async () => {
  const { work, days } = noting('from-six')
  const fromSix = { ...work, fromHour: 6 }
  await runOn([fromSix], '2026-11-20', { hour: '06' })
  await runOn([fromSix], '2026-11-21', { hour: '05' })
  expect(days).toEqual(['npt 2026-11-20'])
  await runOn([fromSix], '2026-11-21', { hour: '06' })
  expect(days).toEqual(['npt 2026-11-20', 'npt 2026-11-21'])
})

test('two copies of the program run a day once', async () => {
  const started = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const { work, days } = noting('two-copies', async () => {
    started.resolve()
    await goOn.promise
  })
  const first = runOn([work], '2026-11-20')
  await started.promise
  expect(await runOn([work], '2026-11-20')).toEqual([])
  expect(days).toEqual([])
  goOn.resolve()
  await first
  await Promise.all([runOn([work], '2026-11-21'), runOn([work], '2026-11-21')])
  expect(days).toEqual(['npt 2026-11-20', 'npt 2026-11-21'])
})

test('a failed day is tried again later, and stops neither later days nor other work', async () => {
  let isDown = true
  const failing = noting('failing', day => {
    if (isDown && day === '2026-11-20') throw new Error('the store is down')
  })
  const other = noting('after-it')
  await runOn([noting('failing').work], '2026-11-19')
  const failed = await runOn([failing.work, other.work], '2026-11-21')
  expect(failed).toMatchObject([
    { work: 'failing', day: '2026-11-20', error: { message: 'the store is down' } },
  ])
  expect([failing.days, other.days]).toEqual([['npt 2026-11-21'], ['npt 2026-11-21']])
  const { rows } = await database.admin.query(
    `select day, attempts, last_error, next_attempt_at from due_work where work = 'failing' and finished_at is null`,
  )
  expect(rows).toMatchObject([
    { attempts: 1, last_error: 'the store is down', next_attempt_at: new Date('2026-11-21T06:05:00Z') },
  ])
  isDown = false
  await runOn([failing.work], '2026-11-21')
  expect(failing.days).toHaveLength(1)
  await runOn([failing.work], '2026-11-21', { hour: '07' })
  expect(failing.days).toEqual(['npt 2026-11-21', 'npt 2026-11-20'])
})

test('a day that the program left in the middle runs again at the next start', async () => {
  const stopping = new AbortController()
  const interrupted = noting('interrupted', () => {
    stopping.abort()
    throw new Error('stopped')
  })
  expect(await runOn([interrupted.work], '2026-11-20', { signal: stopping.signal })).toEqual([])
  const { work, days } = noting('interrupted')
  await runOn([work], '2026-11-20')
  expect(days).toEqual(['npt 2026-11-20'])
})

test('another copy takes over from one whose connection died, and the day is recorded once', async () => {
  const started = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const dying = noting('dying', async () => {
    started.resolve()
    await goOn.promise
  })
  const first = runOn([dying.work], '2026-11-20')
  first.catch(() => {})
  await started.promise
  // Ends the connection like a killed program.
  await database.admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory'
      and classid::bigint = hashtext('due-work')::bigint & 4294967295 and objid::bigint = hashtext('npt:dying')::bigint & 4294967295`,
  )
  const { work, days } = noting('dying')
  await runOn([work], '2026-11-20')
  expect(days).toEqual(['npt 2026-11-20'])
  goOn.resolve()
  await expect(first).rejects.toThrow()
  const { rows } = await database.admin.query(`select attempts from due_work where work = 'dying'`)
  expect(rows).toEqual([{ attempts: 1 }])
})

test('a book cannot see another book’s work, nor repeat what is finished', async () => {
  await runOn([noting('finished').work], '2026-11-20')
  const db = database.databases.book('rathbones')
  expect(await db.selectFrom('due_work').selectAll().where('work', '=', 'finished').execute()).toEqual([])
  const again = database.databases.book('npt').updateTable('due_work').set({ finished_at: null })
  await expect(again.where('work', '=', 'finished').execute()).rejects.toMatchObject({ code: '23000' })
})
