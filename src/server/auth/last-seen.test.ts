import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { makeUser } from '../../testing/factories/make-user.ts'
import { createLastSeen } from './last-seen.ts'
import { maxSessionMs } from './sessions.queries.ts'

const start = new Date('2026-11-20T15:00:00Z')
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ clock: testClock(start) })
})
afterAll(() => portal.close())

/** The id of a new session. */
async function newSession(app = portal): Promise<string> {
  const user = await makeUser(app.databases)
  await app.sessionFor(user)
  const { rows } = await app.database.admin.query('select session_id from session where user_id = $1', [
    user.userId,
  ])
  return rows[0].session_id
}

type Row = { session_id: string; last_seen_at: Date; expires_at: Date; ended_at: Date | null }

const rowsOf = async (...sessionIds: string[]): Promise<Row[]> => {
  const { rows } = await portal.database.admin.query(
    'select session_id, last_seen_at, expires_at, ended_at from session where session_id = any($1) order by session_id',
    [sessionIds],
  )
  return rows
}
const seenAt = async (sessionId: string) => (await rowsOf(sessionId))[0]?.last_seen_at

/** The databases, with the number of statements that their connections to realms have run. */
function counting() {
  let statements = 0
  const databases = {
    ...portal.databases,
    realm: (name: string) => {
      statements += 1
      return portal.databases.realm(name)
    },
  }
  return { databases, statements: () => statements }
}
const silent = { error: () => {} }

test('one statement writes the last use of every session', async () => {
  const sessions = [await newSession(), await newSession(), await newSession()]
  const { databases, statements } = counting()
  const lastSeen = createLastSeen(databases, silent, 60_000)
  for (const [at, sessionId] of sessions.entries())
    await lastSeen.note('npt', sessionId, minutesLater(5 + at))
  await lastSeen.note('npt', sessions[0] ?? '', minutesLater(4))
  await lastSeen.flush()
  expect(statements()).toBe(1)
  expect(await Promise.all(sessions.map(seenAt))).toEqual([5, 6, 7].map(minutesLater))
  await lastSeen.flush()
  expect(statements()).toBe(1)
})

test('the times are written after a moment, without a request that waits', async () => {
  const session = await newSession()
  const lastSeen = createLastSeen(portal.databases, silent, 1)
  await lastSeen.note('npt', session, minutesLater(3))
  await expect.poll(() => seenAt(session)).toEqual(minutesLater(3))
})

test('a session that ended or expired in the meantime stays ended, and no time is replaced by an older one', async () => {
  const [ended, expired, used] = [await newSession(), await newSession(), await newSession()]
  const lastSeen = createLastSeen(portal.databases, silent, 60_000)
  await lastSeen.note('npt', ended, minutesLater(5))
  await lastSeen.note('npt', expired, minutesLater(40))
  await lastSeen.note('npt', used, minutesLater(5))
  await portal.database.admin.query(
    `update session set ended_at = $2, end_reason = 'logout' where session_id = $1`,
    [ended, minutesLater(1)],
  )
  // Another copy of the program saw the session later.
  const other = createLastSeen(portal.databases, silent, 60_000)
  await other.note('npt', used, minutesLater(8))
  await other.flush()
  const before = await rowsOf(ended, expired, used)
  await lastSeen.flush()
  expect(await rowsOf(ended, expired, used)).toEqual(before)
  expect(await seenAt(used)).toEqual(minutesLater(8))
})

test('the expiry never passes the longest duration of a session', async () => {
  const session = await newSession()
  const [made] = await rowsOf(session)
  const lastSeen = createLastSeen(portal.databases, silent, 60_000)
  // As if it had been used all day.
  await portal.database.admin.query('update session set expires_at = $2 where session_id = $1', [
    session,
    minutesLater(715),
  ])
  await lastSeen.note('npt', session, minutesLater(710))
  await lastSeen.flush()
  const [row] = await rowsOf(session)
  expect(row?.last_seen_at).toEqual(minutesLater(710))
  expect(row?.expires_at.getTime()).toBe((made?.last_seen_at.getTime() ?? 0) + maxSessionMs)
})

test('logs a failed write and retries it with the next', async () => {
  const session = await newSession()
  const logged: string[] = []
  let isDown = true
  const databases = {
    ...portal.databases,
    realm: (name: string) => {
      if (isDown) throw new Error('the database is down')
      return portal.databases.realm(name)
    },
  }
  const lastSeen = createLastSeen(databases, { error: (_details, message) => logged.push(message) }, 60_000)
  await lastSeen.note('npt', session, minutesLater(5))
  await lastSeen.flush()
  expect(logged).toEqual(['writing when sessions were last used failed'])
  expect(await seenAt(session)).toEqual(start)
  isDown = false
  await lastSeen.note('npt', session, minutesLater(4))
  await lastSeen.flush()
  expect(await seenAt(session)).toEqual(minutesLater(5))
})

test('flushes pending times at shutdown', async () => {
  const clock = testClock(start)
  const stopping = await startTestApp({ clock, settings: { lastSeenEveryMs: 60_000 } })
  try {
    const user = await makeUser(stopping.databases)
    const { headers } = await stopping.sessionFor(user)
    clock.set(minutesLater(2))
    const answer = await stopping.app.inject({
      url: '/api/session',
      headers: { host: 'npt.localhost:3000', ...headers },
    })
    expect(answer.statusCode).toBe(200)
    const read = async () => {
      const sql = 'select last_seen_at from session where user_id = $1'
      return (await stopping.database.admin.query(sql, [user.userId])).rows[0].last_seen_at
    }
    expect(await read()).toEqual(start)
    await stopping.app.close()
    expect(await read()).toEqual(minutesLater(2))
  } finally {
    await stopping.close()
  }
})
