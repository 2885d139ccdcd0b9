import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { listenForNotifications } from '../db/notifications.ts'
import type { DB } from '../db/schema.ts'
import { loadPrincipal, type Principal, type PrincipalFor } from './load-principal.ts'

/** Answers who is asking: by the database each time, or remembered between changes. */
export type AccessReader = {
  loadPrincipal(db: Kysely<DB>, about: PrincipalFor): Promise<Principal | undefined>
  /** Forgets what it remembers of one session, after the program itself has changed its row. */
  forget(sessionId: string): void
  /** The same for all sessions of one person. */
  dropPerson(userId: string): void
  close(): Promise<void>
}

export const uncachedAccess: AccessReader = {
  loadPrincipal,
  forget: () => {},
  dropPerson: () => {},
  close: async () => {},
}

const channel = 'almoner_access'
const mostEntries = 20_000
/** Belt and braces: an answer is not used longer than this even where no change was announced. */
const rememberedMs = 30_000

type Entry = { asking: Principal; sessionId: string; person: string; readAtMs: number; readAtTick: number }

/** By the request's clock, which may be set, and by the machine's ticks, which may stand still while it sleeps: both must agree. */
function isFresh({ asking, readAtMs, readAtTick }: Entry, now: Date): boolean {
  const ageMs = Math.max(Math.abs(now.getTime() - readAtMs), performance.now() - readAtTick)
  return ageMs < rememberedMs && asking.expires_at > now
}

/**
 * Remembers the answers and forgets them when the database announces a change (migrations 0010 and 0011): a session that
 * ends, a right that is taken, an account that closes take effect within a millisecond on every copy of the program.
 * It remembers only while announcements are proved to arrive (src/server/db/notifications.ts); else every request reads
 * the database.
 */
export async function createAccessCache(pool: pg.Pool, log: FastifyBaseLogger): Promise<AccessReader> {
  const entries = new Map<string, Entry>()
  let isListening = false
  // A read that began before a change must not be remembered after it.
  let changes = 0
  const forgetWhere = (matches: (entry: Entry) => boolean) => {
    changes += 1
    for (const [key, entry] of entries) if (matches(entry)) entries.delete(key)
  }
  const forgetAll = () => forgetWhere(() => true)
  const ear = listenForNotifications(
    pool,
    { channel, log },
    {
      onNotification: person => forgetWhere(entry => person === '' || entry.person === person),
      onDisconnect: () => {
        isListening = false
        forgetAll()
      },
      onConnect: () => {
        isListening = true
      },
    },
  )
  await ear.ready

  return {
    loadPrincipal: async (db, about) => {
      if (!isListening) return await loadPrincipal(db, about)
      const key = `${about.book} ${about.client} ${about.sessionId} ${about.fundId} ${hash('sha256', about.cookie, 'base64')}`
      const known = entries.get(key)
      if (known && isFresh(known, about.now)) return known.asking
      const changesBefore = changes
      const readAt = { readAtMs: about.now.getTime(), readAtTick: performance.now() }
      const asking = await loadPrincipal(db, about)
      // A fund that does not exist is not remembered: its opening is announced to nobody, and numbers can be made up without end.
      const isWhole = asking && (about.fundId === 0 || asking.account_id !== null)
      if (isWhole && isListening && changes === changesBefore) {
        if (entries.size >= mostEntries) entries.clear()
        entries.set(key, { asking, sessionId: about.sessionId, person: asking.person, ...readAt })
      }
      return asking
    },
    forget: sessionId => forgetWhere(entry => entry.sessionId === sessionId),
    dropPerson: userId => forgetWhere(entry => entry.asking.user_id === userId),
    close: ear.close,
  }
}
