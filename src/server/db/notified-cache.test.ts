import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { createNotifiedCache, type NotifiedCache } from './notified-cache.ts'

let database: TestDatabase
const pools: pg.Pool[] = []
const caches: NotifiedCache[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(caches.splice(0).map(cache => cache.close()))
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
  const cache = await createNotifiedCache(pool, { channel, log })
  caches.push(cache)
  return cache
}

const now = new Date('2026-11-20T15:00:00Z')
const msLater = (ms: number) => new Date(now.getTime() + ms)
const notify = (group: string) => database.admin.query('select pg_notify($1, $2)', [channel, group])

/** Reads from a cache and counts the loads. */
function countLoads(cache: NotifiedCache) {
  const loads: string[] = []
  const get = async (key: string, options: { group?: string; at?: Date; until?: Date } = {}) => {
    const { group = 'npt', at = now, until = msLater(3_600_000) } = options
    const name = `${group} ${key}`
    const answer = await cache.getOrLoad({ group, key, now: at }, async () => {
      loads.push(name)
      return { until, number: loads.length }
    })
    return answer.number
  }
  return { get, loads }
}

/** Whether the second of two reads comes from the cache. */
const isCaching = async (cache: NotifiedCache) => {
  const { get, loads } = countLoads(cache)
  await get('probe')
  await get('probe')
  return loads.length < 2
}
const polling = { timeout: 8_000, interval: 20 }

describe('a cached value', () => {
  test('is loaded once for repeated and concurrent reads', async () => {
    const { get, loads } = countLoads(await newCache())
    expect(await Promise.all([get('faq'), get('faq'), get('faq')])).toEqual([1, 1, 1])
    expect(await get('faq')).toBe(1)
    expect(await get('home')).toBe(2)
    expect(loads).toEqual(['npt faq', 'npt home'])
  })

  test('is loaded again after a notification of its group only', async () => {
    const { get, loads } = countLoads(await newCache())
    await get('faq')
    await get('home')
    await get('faq', { group: 'ubs' })
    await notify('npt')
    await expect.poll(() => get('faq'), polling).toBe(4)
    expect(await get('home')).toBe(5)
    expect(await get('faq', { group: 'ubs' })).toBe(3)
    expect(loads).toHaveLength(5)
  })

  test('is not stored if a notification arrives during the load', async () => {
    const cache = await newCache()
    let finishLoading = () => {}
    const loading = new Promise<void>(resolve => {
      finishLoading = resolve
    })
    const key = { group: 'npt', key: 'faq', now }
    const before = cache.getOrLoad(key, async () => {
      await loading
      return { until: msLater(3_600_000), text: 'before the change' }
    })
    const { get } = countLoads(cache)
    await get('sentinel')
    await notify('npt')
    // Another key of the group shows when the notification has arrived.
    await expect.poll(() => get('sentinel'), polling).toBe(2)
    finishLoading()
    expect((await before).text).toBe('before the change')
    const afterwards = await cache.getOrLoad(key, async () => ({
      until: msLater(1),
      text: 'after the change',
    }))
    expect(afterwards.text).toBe('after the change')
  })

  test('expires at its own time, and after a minute at most, even if the clock is set back', async () => {
    const { get } = countLoads(await newCache())
    expect(await get('faq', { until: msLater(10_000) })).toBe(1)
    expect(await get('faq', { at: msLater(9_999) })).toBe(1)
    expect(await get('faq', { at: msLater(10_000), until: msLater(3_600_000) })).toBe(2)
    expect(await get('faq', { at: msLater(69_999) })).toBe(2)
    expect(await get('faq', { at: msLater(70_000) })).toBe(3)
    expect(await get('faq', { at: msLater(70_000 - 60_000) })).toBe(4)
  })

  test('expires after a minute of monotonic time if the clock stops', async () => {
    const { get } = countLoads(await newCache())
    await get('faq')
    const tick = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(tick + 60_000)
    expect(await get('faq')).toBe(2)
  })

  test('a failed load rejects all waiting callers and is not cached', async () => {
    const cache = await newCache()
    const key = { group: 'npt', key: 'faq', now }
    const fail = () => cache.getOrLoad(key, () => Promise.reject(new Error('no database')))
    const both = await Promise.allSettled([fail(), fail()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await countLoads(cache).get('faq')).toBe(1)
  })
})

describe('nothing is cached without notifications', () => {
  test('after the connection breaks, until a new connection starts with an empty cache', async () => {
    const warn = vi.spyOn(log, 'warn')
    const cache = await newCache()
    const { get } = countLoads(cache)
    expect(await get('faq')).toBe(1)
    await database.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen ${channel}'`,
    )
    await expect.poll(() => warn.mock.calls.length, polling).toBe(1)
    expect(warn.mock.calls[0]?.[1]).toMatch(/^notifications do not arrive/)
    expect([await get('faq'), await get('faq')]).toEqual([2, 3])
    await expect.poll(() => isCaching(cache), polling).toBe(true)
    const number = await get('faq')
    expect(number).toBeGreaterThan(3)
    await notify('npt')
    await expect.poll(() => get('faq'), polling).toBe(number + 1)
  })

  test('behind a pooler that drops notifications', async () => {
    const pool = newPool()
    const elsewhere = newPool('postgres')
    // Notifications go to another database, so they never arrive.
    vi.spyOn(pool, 'query').mockImplementation((...sent: unknown[]) =>
      elsewhere.query(...(sent as [string, unknown[]])),
    )
    const warn = vi.spyOn(log, 'warn')
    const cache = await newCache(pool)
    expect(warn).toHaveBeenCalledOnce()
    expect(await isCaching(cache)).toBe(false)
  })

  test('if the database does not exist; creating the cache succeeds anyway', async () => {
    const cache = await newCache(newPool('there_is_none'))
    expect(await isCaching(cache)).toBe(false)
  })

  test('after closing, which releases the connection', async () => {
    const pool = newPool()
    const cache = await newCache(pool)
    expect(await isCaching(cache)).toBe(true)
    await cache.close()
    expect(await isCaching(cache)).toBe(false)
    await expect.poll(() => pool.totalCount - pool.idleCount, polling).toBe(0)
  })
})

test('clears all entries when there would be more than 500', async () => {
  const { get, loads } = countLoads(await newCache())
  const keys = Array.from({ length: 500 }, (_, index) => `key ${index}`)
  for (const key of [...keys, ...keys]) await get(key)
  expect(loads).toHaveLength(500)
  await get('one more')
  for (const key of keys.slice(0, 499)) await get(key)
  expect(loads).toHaveLength(500 + 1 + 499)
  expect(await get('one more')).toBe(501)
})
