import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { minuteMs } from '../../domain/durations.ts'
import { listenForNotifications } from './notifications.ts'

/** A cached value and the time at which it expires even without a notification. */
type Expiring = { until: Date }

/** `group` is the payload of the notification that invalidates the entry. */
type CacheKey = { group: string; key: string; now: Date }

/** A cache of values from the database, invalidated by its notifications. */
export type NotifiedCache = {
  /** Returns the cached value, or loads it once for all concurrent callers. */
  getOrLoad<T extends Expiring>(key: CacheKey, load: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Caches nothing. */
export const noCache: NotifiedCache = {
  getOrLoad: (_key, load) => load(),
  close: async () => {},
}

/** A second safeguard: the longest age of an entry, should a notification be lost. */
const maxAgeMs = minuteMs
const maxEntries = 500

type Entry = {
  group: string
  value: Promise<Expiring>
  loadedAtMs: number
  loadedAtTick: number
  until?: Date
}

/** A cache that is active only while notifications of the channel arrive. Their payload is the group to invalidate. */
export async function createNotifiedCache(
  pool: pg.Pool,
  about: { channel: string; log: FastifyBaseLogger },
): Promise<NotifiedCache> {
  const entries = new Map<string, Entry>()
  let isConnected = false
  const listener = listenForNotifications(pool, about, {
    onNotification: group => {
      for (const [key, entry] of entries) if (entry.group === group) entries.delete(key)
    },
    onDisconnect: () => {
      isConnected = false
      entries.clear()
    },
    onConnect: () => {
      isConnected = true
    },
  })
  await listener.ready

  const loadEntry = (name: string, { group, now }: CacheKey, load: () => Promise<Expiring>) => {
    const entry: Entry = {
      group,
      value: load(),
      loadedAtMs: now.getTime(),
      loadedAtTick: performance.now(),
    }
    if (entries.size >= maxEntries) entries.clear()
    entries.set(name, entry)
    // Failures are not cached. A change in the meantime has removed the entry already.
    entry.value.then(
      ({ until }) => {
        entry.until = until
      },
      () => {
        if (entries.get(name) === entry) entries.delete(name)
      },
    )
    return entry.value
  }
  return {
    getOrLoad: async <T extends Expiring>(key: CacheKey, load: () => Promise<T>) => {
      if (!isConnected) return await load()
      const name = `${key.group} ${key.key}`
      const cached = entries.get(name)
      const value = cached && isFresh(cached, key.now) ? cached.value : loadEntry(name, key, load)
      // All callers with the same key load the same type.
      return (await value) as T
    },
    close: listener.close,
  }
}

/** Compares both clocks, because the request's can be set and the monotonic one may stop while the machine sleeps. */
function isFresh({ loadedAtMs, loadedAtTick, until }: Entry, now: Date): boolean {
  const ageMs = Math.max(Math.abs(now.getTime() - loadedAtMs), performance.now() - loadedAtTick)
  return ageMs < maxAgeMs && (until === undefined || now < until)
}
