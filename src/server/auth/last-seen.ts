import type { Databases } from '../db/pools.ts'
import { touchSessions } from './sessions.queries.ts'

/** The times at which sessions were used. They are written for all sessions at once, so that no request waits for its own. */
export type LastSeen = {
  /** Notes that the session was used. It is written within a second; nothing waits for that, unless it is written at once. */
  note(realm: string, sessionId: string, now: Date): Promise<void>
  /** Writes what was noted; again with the next if the database fails. Call it before the connections close. */
  flush(): Promise<void>
}

type Log = { error(details: object, message: string): void }

/**
 * Collects the times for `everyMs`; 0 writes each at once, for tests whose clock runs faster than the timer.
 *
 * A process that is killed loses the notes of its last second. Its sessions then seem to have been used a moment earlier, never
 * later; and a session's row expires a minute after the session (touchEveryMs), so that no other process ends it too early.
 */
export function createLastSeen(databases: Databases, log: Log, everyMs = 1_000): LastSeen {
  let noted = new Map<string, Map<string, Date>>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const add = (realm: string, sessionId: string, now: Date) => {
    const sessions = noted.get(realm) ?? new Map<string, Date>()
    noted.set(realm, sessions)
    const before = sessions.get(sessionId)
    if (before === undefined || before < now) sessions.set(sessionId, now)
  }
  const startTimer = () => {
    timer ??= setTimeout(() => void flush(), everyMs).unref()
  }

  const writeNoted = async () => {
    clearTimeout(timer)
    timer = undefined
    const batch = noted
    noted = new Map()
    for (const [realm, sessions] of batch)
      try {
        await touchSessions(databases.realm(realm), sessions)
      } catch (error) {
        log.error(
          { err: error, realm, sessions: sessions.size },
          'writing when sessions were last used failed',
        )
        for (const [sessionId, at] of sessions) add(realm, sessionId, at)
        startTimer()
      }
  }

  // One write after the other, so that an older time never follows a newer one.
  const flush = () => {
    writing = writing.then(writeNoted)
    return writing
  }
  return {
    note: async (realm, sessionId, now) => {
      add(realm, sessionId, now)
      if (everyMs === 0) await flush()
      else startTimer()
    },
    flush,
  }
}
