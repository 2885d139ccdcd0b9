import { hash, randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from '../db/schema.ts'
import { type Asking, type AskingAbout, whoIsAsking } from './who-is-asking.ts'

/** Answers who is asking: by the database each time, or remembered between changes. */
export type AccessReader = {
  whoIsAsking(db: Kysely<DB>, about: AskingAbout): Promise<Asking | undefined>
  /** Forgets what it remembers of one session, after the program itself has changed its row. */
  forget(sessionId: string): void
  /** The same for all sessions of one person. */
  forgetPerson(userId: string): void
  close(): Promise<void>
}

export const readsEachTime: AccessReader = {
  whoIsAsking,
  forget: () => {},
  forgetPerson: () => {},
  close: async () => {},
}

const channel = 'almoner_access'
const mostEntries = 20_000
/** Belt and braces: an answer is not used longer than this even where no change was announced. */
const rememberedMs = 30_000
const probeEveryMs = 10_000
const probeWaitMs = 2_000
const reconnectMs = 1_000

type Entry = { asking: Asking; sessionId: string; person: string; readAtMs: number; readAtTick: number }

/** By the request's clock, which may be set, and by the machine's ticks, which may stand still while it sleeps: both must agree. */
function isFresh({ asking, readAtMs, readAtTick }: Entry, now: Date): boolean {
  const ageMs = Math.max(Math.abs(now.getTime() - readAtMs), performance.now() - readAtTick)
  return ageMs < rememberedMs && asking.expires_at > now
}

/**
 * Remembers the answers and forgets them when the database announces a change (migrations 0010 and 0011): a session that
 * ends, a right that is taken, an account that closes take effect within a millisecond on every copy of the program.
 * It remembers only while announcements are proved to arrive: a probe is sent to itself every ten seconds, and while
 * one is missing (a connection lost, a pooler in between that swallows them) every request reads the database.
 */
export async function remembersBetweenChanges(pool: pg.Pool, log: FastifyBaseLogger): Promise<AccessReader> {
  const entries = new Map<string, Entry>()
  let isListening = false
  // A read that began before a change must not be remembered after it.
  let changes = 0
  const forgetWhere = (matches: (entry: Entry) => boolean) => {
    changes += 1
    for (const [key, entry] of entries) if (matches(entry)) entries.delete(key)
  }
  const forgetAll = () => forgetWhere(() => true)
  const ear = listen(pool, log, {
    onChange: person => forgetWhere(entry => person === '' || entry.person === person),
    onDeaf: () => {
      isListening = false
      forgetAll()
    },
    onHearing: () => {
      isListening = true
    },
  })
  await ear.ready

  return {
    whoIsAsking: async (db, about) => {
      if (!isListening) return await whoIsAsking(db, about)
      const key = `${about.book} ${about.client} ${about.sessionId} ${about.fundId} ${hash('sha256', about.cookie, 'base64')}`
      const known = entries.get(key)
      if (known && isFresh(known, about.now)) return known.asking
      const changesBefore = changes
      const readAt = { readAtMs: about.now.getTime(), readAtTick: performance.now() }
      const asking = await whoIsAsking(db, about)
      // A fund that does not exist is not remembered: its opening is announced to nobody, and numbers can be made up without end.
      const isWhole = asking && (about.fundId === 0 || asking.account_id !== null)
      if (isWhole && isListening && changes === changesBefore) {
        if (entries.size >= mostEntries) entries.clear()
        entries.set(key, { asking, sessionId: about.sessionId, person: asking.person, ...readAt })
      }
      return asking
    },
    forget: sessionId => forgetWhere(entry => entry.sessionId === sessionId),
    forgetPerson: userId => forgetWhere(entry => entry.asking.user_id === userId),
    close: ear.close,
  }
}

type Heard = { onChange: (person: string) => void; onDeaf: () => void; onHearing: () => void }

/** A connection that hears announcements, and begins anew when it breaks. `ready` fulfils after the first attempt. */
function listen(
  pool: pg.Pool,
  log: FastifyBaseLogger,
  heard: Heard,
): { ready: Promise<void>; close: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let hangUp = () => {}

  const later = (delayMs: number, what: () => Promise<void>) => {
    timer = setTimeout(() => void what(), delayMs)
    timer.unref()
  }
  const begin = async (): Promise<void> => {
    let client: pg.PoolClient | undefined
    let probe: { text: string; hear: () => void } | undefined
    let isOver = false
    // A probe of a connection that is over may still be under way: it must neither count nor break the next one.
    const end = () => {
      isOver = true
      clearTimeout(timer)
      heard.onDeaf()
      client?.release(true)
    }
    const lose = (error: unknown) => {
      if (isOver) return
      end()
      log.warn({ err: error }, 'announcements of access do not arrive: every request reads the database')
      later(reconnectMs, begin)
    }
    const check = async (): Promise<void> => {
      try {
        await sendProbe()
        if (isOver) return
        heard.onHearing()
        later(probeEveryMs, check)
      } catch (error) {
        lose(error)
      }
    }
    const sendProbe = async (): Promise<void> => {
      const text = `probe ${randomUUID()}`
      const arrived = new Promise<void>((resolve, reject) => {
        const deadline = setTimeout(() => reject(new Error('a probe did not come back')), probeWaitMs)
        deadline.unref()
        const hear = () => {
          clearTimeout(deadline)
          resolve()
        }
        probe = { text, hear }
      })
      // Sent by another connection, as changes are; whichever fails first says so.
      await Promise.all([arrived, pool.query('select pg_notify($1, $2)', [channel, text])])
    }

    hangUp = () => {
      if (!isOver) end()
    }
    try {
      const connected = await pool.connect()
      if (isOver) return connected.release(true)
      client = connected
      connected.on('end', () => lose(new Error('the connection broke')))
      connected.on('notification', ({ payload = '' }) => {
        if (payload === probe?.text) probe.hear()
        else if (!payload.startsWith('probe ')) heard.onChange(payload)
      })
      await connected.query(`listen ${channel}`)
      await check()
    } catch (error) {
      lose(error)
    }
  }

  return {
    ready: begin(),
    close: async () => {
      hangUp()
      clearTimeout(timer)
    },
  }
}
