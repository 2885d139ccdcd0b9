import { parseCrontab } from 'graphile-worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recurringJobs } from '../../app/server/jobs.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { makeUser } from '../../testing/factories/make-user.ts'
import { jobSettings } from '../../testing/jobs.ts'
import { endExpiredSessions } from './end-expired-sessions.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('ends an expired session once and records it', async () => {
  const user = await makeUser(portal.databases)
  await portal.sessionFor(user)
  await portal.sessionFor(user)
  await portal.database.admin.query(
    `update session set expires_at = now() - interval '1 second' where session_id =
       (select session_id from session where user_id = $1 order by session_id limit 1)`,
    [user.userId],
  )
  const run = () =>
    endExpiredSessions.run(
      {},
      {
        ...jobSettings,
        db: portal.databases.realm('npt'),
        origin: { realm: 'npt' },
        mailer: null,
        signal: new AbortController().signal,
      },
    )
  await run()
  await run()
  const { rows } = await portal.database.admin.query(
    `select kind, e.detail->>'reason' as reason, s.end_reason from audit_event e join session s using (session_id)
     where e.user_id = $1`,
    [user.userId],
  )
  expect(rows).toEqual([{ kind: 'session-ended', reason: 'expired', end_reason: 'expired' }])
  const live = await portal.database.admin.query(
    'select from session where user_id = $1 and ended_at is null',
    [user.userId],
  )
  expect(live.rowCount).toBe(1)
})

test('runs once for each realm', () => {
  const items = parseCrontab(recurringJobs(['npt', 'rathbones'])).filter(
    ({ task }) => task === 'end-expired-sessions',
  )
  expect(items.map(({ task, identifier, payload }) => ({ task, identifier, payload }))).toEqual(
    ['npt', 'rathbones'].map(realm => ({
      task: 'end-expired-sessions',
      identifier: `end-expired-sessions-${realm}`,
      payload: { origin: { realm }, payload: {} },
    })),
  )
})
