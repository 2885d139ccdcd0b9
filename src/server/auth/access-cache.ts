import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { listenForNotifications } from '../db/notifications.ts'
import type { DB } from '../db/schema.ts'
import { actorOf, authorizedAccount } from './actor.ts'
import { loadPrincipal, type PrincipalLookup } from './load-principal.ts'
import type { Principal } from './principal.queries.ts'

/** Loads the principal of a request: from the database each time, or from a cache. */
export type AccessReader = {
  loadPrincipal(db: Kysely<DB>, lookup: PrincipalLookup): Promise<Principal | undefined>
  /** Removes the entries of one session, after this process has ended it or changed its cookie. */
  invalidateSession(sessionId: string): void
  /** Keeps the entries of one session, after this process has written only when it was last seen. */
  updateLastSeen(sessionId: string, lastSeenAt: Date): void
  /** Removes the entries of all sessions of one person. */
  invalidateUser(userId: string): void
  close(): Promise<void>
}

export const uncachedAccess: AccessReader = {
  loadPrincipal,
  invalidateSession: () => {},
  updateLastSeen: () => {},
  invalidateUser: () => {},
  close: async () => {},
}

const channel = 'almoner_access'
const maxEntries = 20_000
/** A second safeguard: an entry expires after this time even if no change was announced. */
const maxAgeMs = 30_000

type Entry = {
  principal: Principal
  readAtMs: number
  /** `performance.now()` at the read, in ms. */
  readAtTickMs: number
}

/** Both clocks must agree: the wall clock can be set back, and the monotonic clock can stop while the machine sleeps. */
function isFresh({ principal, readAtMs, readAtTickMs }: Entry, now: Date): boolean {
  const ageMs = Math.max(Math.abs(now.getTime() - readAtMs), performance.now() - readAtTickMs)
  const { expires_at: expiresAt, rights_change_at: rightsChangeAt } = principal
  return ageMs < maxAgeMs && expiresAt > now && (rightsChangeAt === null || rightsChangeAt > now)
}

const mayAccess = (principal: Principal, { sessionId, fundId }: PrincipalLookup): boolean =>
  authorizedAccount(principal, actorOf(principal, sessionId), fundId) !== null

/**
 * A cache that the database invalidates by NOTIFY (docs/decisions/0010-access-cache.md): an ended session, a revoked role
 * or a closed account takes effect within a millisecond in every process. It caches only while notifications are known to
 * arrive (src/server/db/notifications.ts). Otherwise every request reads the database.
 */
export async function createAccessCache(pool: pg.Pool, log: FastifyBaseLogger): Promise<AccessReader> {
  // By session, because each session’s row is written once a minute: a search through all entries would slow every request.
  const entriesOf = new Map<string, Map<string, Entry>>()
  let entryCount = 0
  let isListening = false
  // A read that started before a change must not be cached after it.
  let changeCount = 0
  const invalidateAll = () => {
    changeCount += 1
    entriesOf.clear()
    entryCount = 0
  }
  const invalidateSession = (sessionId: string) => {
    changeCount += 1
    entryCount -= entriesOf.get(sessionId)?.size ?? 0
    entriesOf.delete(sessionId)
  }
  const invalidateWhere = (matches: (principal: Principal) => boolean) => {
    changeCount += 1
    for (const [sessionId, entries] of entriesOf)
      if (entries.values().some(({ principal }) => matches(principal))) invalidateSession(sessionId)
  }
  const add = (sessionId: string, key: string, entry: Entry) => {
    if (entryCount >= maxEntries) invalidateAll()
    const entries = entriesOf.get(sessionId) ?? new Map<string, Entry>()
    if (!entries.has(key)) entryCount += 1
    entriesOf.set(sessionId, entries.set(key, entry))
  }
  const listener = listenForNotifications(
    pool,
    { channel, log },
    {
      // An empty payload concerns everyone.
      onNotification: userDigest =>
        userDigest === ''
          ? invalidateAll()
          : invalidateWhere(({ user_digest }) => user_digest === userDigest),
      onDisconnect: () => {
        isListening = false
        invalidateAll()
      },
      onConnect: () => {
        isListening = true
      },
    },
  )
  await listener.ready

  return {
    loadPrincipal: async (db, lookup) => {
      if (!isListening) return await loadPrincipal(db, lookup)
      const key = `${lookup.book} ${lookup.client} ${lookup.fundId} ${lookup.cookie}`
      const cached = entriesOf.get(lookup.sessionId)?.get(key)
      if (cached && isFresh(cached, lookup.now)) return cached.principal
      const changeCountBefore = changeCount
      const readAt = { readAtMs: lookup.now.getTime(), readAtTickMs: performance.now() }
      const principal = await loadPrincipal(db, lookup)
      // Only a fund that the person may see is cached. No notification announces the opening of an unknown one, and a caller can invent
      // any number of them; other people's funds take the same way, so that the time does not tell which numbers exist.
      const isComplete = principal && (lookup.fundId === 0 || mayAccess(principal, lookup))
      // A former cookie expires without a notification.
      const isLasting = isComplete && principal.cookie_state !== 'former'
      if (isLasting && isListening && changeCount === changeCountBefore)
        add(lookup.sessionId, key, { principal, ...readAt })
      return principal
    },
    invalidateSession,
    updateLastSeen: (sessionId, lastSeenAt) => {
      for (const entry of entriesOf.get(sessionId)?.values() ?? [])
        entry.principal = { ...entry.principal, last_seen_at: lastSeenAt }
    },
    invalidateUser: userId => invalidateWhere(({ user_id }) => user_id === userId),
    close: listener.close,
  }
}
