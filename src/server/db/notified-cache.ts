import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { listenForNotifications } from './notifications.ts'

/** What is remembered: until when it holds by itself, whatever is announced. */
export type Passing = { until: Date }

/** `group`: what an announcement names; `key`: what is remembered of it. */
export type Asked = { group: string; key: string; now: Date }

/** What was read of the database, kept between the changes that it announces. */
export type NotifiedCache = {
  /** The answer of `make` to this key, made at the first question after a change of its group. */
  recall<T extends Passing>(asked: Asked, make: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Keeps nothing: every question makes its answer anew. */
export const noCache: NotifiedCache = {
  recall: (_asked, make) => make(),
  close: async () => {},
}

/** Belt and braces: an answer is not used longer than this even where no change was announced. */
const rememberedMs = 60_000
const mostEntries = 500

type Entry = { group: string; value: Promise<Passing>; madeAtMs: number; madeAtTick: number; until?: Date }

/**
 * Remembers while the channel is heard. The payload of an announcement is the group that changed. Questions that come while
 * the first is being answered share its answer, so a change costs one read however many ask.
 */
export async function createNotifiedCache(
  pool: pg.Pool,
  about: { channel: string; log: FastifyBaseLogger },
): Promise<NotifiedCache> {
  const entries = new Map<string, Entry>()
  let isHearing = false
  const ear = listenForNotifications(pool, about, {
    onChange: group => {
      for (const [key, entry] of entries) if (entry.group === group) entries.delete(key)
    },
    onDeaf: () => {
      isHearing = false
      entries.clear()
    },
    onHearing: () => {
      isHearing = true
    },
  })
  await ear.ready

  const begin = (name: string, { group, now }: Asked, make: () => Promise<Passing>): Promise<Passing> => {
    const entry: Entry = {
      group,
      value: make(),
      madeAtMs: now.getTime(),
      madeAtTick: performance.now(),
    }
    if (entries.size >= mostEntries) entries.clear()
    entries.set(name, entry)
    // A failure is nobody's but theirs who wait for it. A change in the meantime took the entry out already.
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
    recall: async <T extends Passing>(asked: Asked, make: () => Promise<T>) => {
      if (!isHearing) return await make()
      const name = `${asked.group} ${asked.key}`
      const known = entries.get(name)
      const value = known && isFresh(known, asked.now) ? known.value : begin(name, asked, make)
      // A key is always asked with the same way of making, so what was kept under it is of that kind.
      return (await value) as T
    },
    close: ear.close,
  }
}

/** By the request's clock, which may be set, and by the machine's ticks, which may stand still while it sleeps: both must agree. */
function isFresh({ madeAtMs, madeAtTick, until }: Entry, now: Date): boolean {
  const ageMs = Math.max(Math.abs(now.getTime() - madeAtMs), performance.now() - madeAtTick)
  return ageMs < rememberedMs && (until === undefined || now < until)
}
