import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { createNotifiedCache, type NotifiedCache } from './notified-cache.ts'

let database: TestDatabase
const pools: pg.Pool[] = []
const memories: NotifiedCache[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(memories.splice(0).map(memory => memory.close()))
  await Promise.all(pools.splice(0).map(pool => pool.end()))
})
afterAll(() => database.drop())

const log = pino({ level: 'silent' })
const channel = 'almoner_test'

function newPool(name = database.connection.database): pg.Pool {
  const pool = new pg.Pool({ ...database.connection, database: name, max: 4 })
  pool.on('error', () => {})
  pools.push(pool)
  return pool
}

async function newCache(pool: pg.Pool = newPool()): Promise<NotifiedCache> {
  const memory = await createNotifiedCache(pool, { channel, log })
  memories.push(memory)
  return memory
}

const now = new Date('2026-11-20T15:00:00Z')
const msLater = (ms: number) => new Date(now.getTime() + ms)
const announce = (group: string) => database.admin.query('select pg_notify($1, $2)', [channel, group])

/** Asks a memory, and counts how often the answer had to be made. */
function asking(memory: NotifiedCache) {
  const made: string[] = []
  const ask = async (key: string, about: { group?: string; at?: Date; until?: Date } = {}) => {
    const { group = 'npt', at = now, until = msLater(3_600_000) } = about
    const name = `${group} ${key}`
    const answer = await memory.recall({ group, key, now: at }, async () => {
      made.push(name)
      return { until, number: made.length }
    })
    return answer.number
  }
  return { ask, made }
}

/** Whether of two questions the second was answered from memory. */
const remembers = async (memory: NotifiedCache) => {
  const { ask, made } = asking(memory)
  await ask('probe')
  await ask('probe')
  return made.length < 2
}
const seconds = { timeout: 8_000, interval: 20 }

describe('an answer is current', () => {
  test('it is made once, however often and however many at once ask', async () => {
    const { ask, made } = asking(await newCache())
    expect(await Promise.all([ask('faq'), ask('faq'), ask('faq')])).toEqual([1, 1, 1])
    expect(await ask('faq')).toBe(1)
    expect(await ask('home')).toBe(2)
    expect(made).toEqual(['npt faq', 'npt home'])
  })

  test('after a change of its group it is made anew, and those of other groups are not', async () => {
    const { ask, made } = asking(await newCache())
    await ask('faq')
    await ask('home')
    await ask('faq', { group: 'ubs' })
    await announce('npt')
    await expect.poll(() => ask('faq'), seconds).toBe(4)
    expect(await ask('home')).toBe(5)
    expect(await ask('faq', { group: 'ubs' })).toBe(3)
    expect(made).toHaveLength(5)
  })

  test('a change that is announced while the answer is made is not missed', async () => {
    const memory = await newCache()
    let read = () => {}
    const reading = new Promise<void>(resolve => {
      read = resolve
    })
    const about = { group: 'npt', key: 'faq', now }
    const before = memory.recall(about, async () => {
      await reading
      return { until: msLater(3_600_000), words: 'before the change' }
    })
    const { ask } = asking(memory)
    await ask('sentinel')
    await announce('npt')
    // Another key of the group shows when the announcement has arrived.
    await expect.poll(() => ask('sentinel'), seconds).toBe(2)
    read()
    expect((await before).words).toBe('before the change')
    const afterwards = await memory.recall(about, async () => ({
      until: msLater(1),
      words: 'after the change',
    }))
    expect(afterwards.words).toBe('after the change')
  })

  test('it holds until its own time, and for a minute at most, whichever way the clock was set', async () => {
    const { ask } = asking(await newCache())
    expect(await ask('faq', { until: msLater(10_000) })).toBe(1)
    expect(await ask('faq', { at: msLater(9_999) })).toBe(1)
    expect(await ask('faq', { at: msLater(10_000), until: msLater(3_600_000) })).toBe(2)
    expect(await ask('faq', { at: msLater(69_999) })).toBe(2)
    expect(await ask('faq', { at: msLater(70_000) })).toBe(3)
    expect(await ask('faq', { at: msLater(70_000 - 60_000) })).toBe(4)
  })

  test('it holds for a minute of the machine’s own ticks where the clock stands still', async () => {
    const { ask } = asking(await newCache())
    await ask('faq')
    const tick = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(tick + 60_000)
    expect(await ask('faq')).toBe(2)
  })

  test('a failure is told to whoever waited for it, and not remembered', async () => {
    const memory = await newCache()
    const about = { group: 'npt', key: 'faq', now }
    const fail = () => memory.recall(about, () => Promise.reject(new Error('no database')))
    const both = await Promise.allSettled([fail(), fail()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await asking(memory).ask('faq')).toBe(1)
  })
})

describe('where announcements are lost nothing is remembered', () => {
  test('from the moment that the connection breaks; a new one remembers again, and nothing from before', async () => {
    const warn = vi.spyOn(log, 'warn')
    const memory = await newCache()
    const { ask } = asking(memory)
    expect(await ask('faq')).toBe(1)
    await database.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen ${channel}'`,
    )
    await expect.poll(() => warn.mock.calls.length, seconds).toBe(1)
    expect(warn.mock.calls[0]?.[1]).toMatch(/^announcements do not arrive/)
    expect([await ask('faq'), await ask('faq')]).toEqual([2, 3])
    await expect.poll(() => remembers(memory), seconds).toBe(true)
    const number = await ask('faq')
    expect(number).toBeGreaterThan(3)
    await announce('npt')
    await expect.poll(() => ask('faq'), seconds).toBe(number + 1)
  })

  test('behind a pooler that swallows them', async () => {
    const pool = newPool()
    const elsewhere = newPool('postgres')
    // What is sent does not come where it is listened for.
    vi.spyOn(pool, 'query').mockImplementation((...sent: unknown[]) =>
      elsewhere.query(...(sent as [string, unknown[]])),
    )
    const warn = vi.spyOn(log, 'warn')
    const memory = await newCache(pool)
    expect(warn).toHaveBeenCalledOnce()
    expect(await remembers(memory)).toBe(false)
  })

  test('where there is no database to be heard, and the program starts all the same', async () => {
    const memory = await newCache(newPool('there_is_none'))
    expect(await remembers(memory)).toBe(false)
  })

  test('once it is closed, which leaves no connection behind', async () => {
    const pool = newPool()
    const memory = await newCache(pool)
    expect(await remembers(memory)).toBe(true)
    await memory.close()
    expect(await remembers(memory)).toBe(false)
    await expect.poll(() => pool.totalCount - pool.idleCount, seconds).toBe(0)
  })
})

test('habits 22 five hundred answers are kept at most: one more, and it begins anew', async () => {
  const { ask, made } = asking(await newCache())
  const keys = Array.from({ length: 500 }, (_, at) => `key ${at}`)
  for (const key of [...keys, ...keys]) await ask(key)
  expect(made).toHaveLength(500)
  await ask('one more')
  for (const key of keys.slice(0, 499)) await ask(key)
  expect(made).toHaveLength(500 + 1 + 499)
  expect(await ask('one more')).toBe(501)
})
