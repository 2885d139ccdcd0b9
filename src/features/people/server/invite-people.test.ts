import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeFund } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { invitePeople } from './invite-people.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('an invitation at a client that does not exist fails, and stops no other', async () => {
  const db = portal.databases.realm('npt')
  const [lost, found] = [await makeFund(portal), await makeFund(portal)]
  await db
    .insertInto('invitation')
    .values([
      { user_id: lost.donor.user.userId, client: 'nobody', invited_at: new Date('2026-01-01') },
      { user_id: found.donor.user.userId, client: 'npt', invited_at: new Date('2026-01-02') },
    ])
    .execute()
  const run = invitePeople.run(
    {},
    {
      db,
      books: [{ name: 'npt', db: portal.databases.book('npt') }],
      origin: { realm: 'npt' },
      mailer: null,
      ...jobSettings,
      signal: new AbortController().signal,
    },
  )
  await expect(run).rejects.toThrow('there is no client nobody')
  const { rows } = await portal.database.admin.query('select user_id from invitation where mailed_at is null')
  expect(rows).toEqual([{ user_id: lost.donor.user.userId }])
})
