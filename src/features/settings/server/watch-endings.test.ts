import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { dayMs } from '../../../domain/durations.ts'
import { makeSealerPem } from '../../../server/signatures/seal/make-sealer.ts'
import { readSealer } from '../../../server/signatures/seal/sealer.ts'
import { freshVettings } from '../../../testing/access-matrix/fresh-vettings.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { listEndings } from '../endings.contract.ts'
import { levelOf } from './ending.ts'

const clock = testClock('2026-11-20T15:00:00Z')
let portal: TestApp
let staff: Person
let sealPem: string

beforeAll(async () => {
  portal = await startTestApp({ clock })
  staff = await makeStaff(portal)
  await makeStaff(portal, { roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'GRANT_PAY'] }] })
  sealPem = await makeSealerPem('NPT Giving, Inc.', clock.now())
})
afterAll(() => portal.close())

/** A night as the nightly job of npt's realm sees it. */
async function night(about: { at?: Date; realm?: string } = {}) {
  const { at = clock.now(), realm = 'npt' } = about
  clock.set(at.toISOString())
  const watch = tasks.find(({ name }) => name === 'watch-endings')
  await watch?.run(
    {},
    {
      ...{ ...jobSettings, clock, mailer: null, books: [], origin: { realm } },
      ...{ db: portal.databases.realm(realm), sealer: readSealer(sealPem, 'The seal') },
      signal: new AbortController().signal,
    },
  )
}
const found = async () => {
  const as = await portal.sessionFor(staff.user)
  return (await portal.call(listEndings, {}, { as })).reply
}
const mails = async () =>
  (
    await portal.database.admin.query<{ to_address: string; subject: string }>(
      `select to_address, subject from person_mail where kind = 'ending-soon' order by subject`,
    )
  ).rows

test('nothing is said before the first night, and nothing while nothing ends', async () => {
  expect(await found()).toEqual({ data: [], checkedAt: null })
  await night()
  expect(await found()).toEqual({ data: [], checkedAt: '2026-11-20T15:00:00.000Z' })
  expect(await mails()).toEqual([])
})

test('the seal is said 60 days before its end, and mailed once when 30 days are left', async () => {
  const end = readSealer(sealPem, 'The seal').certificates[0]?.validToDate ?? new Date()
  await night({ at: new Date(end.getTime() - 50 * dayMs) })
  expect((await found()).data).toMatchObject([{ key: 'seal', level: 'later' }])
  expect(await mails()).toEqual([])
  await night({ at: new Date(end.getTime() - 29 * dayMs) })
  expect((await found()).data).toMatchObject([{ key: 'seal', level: 'soon' }])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to_address: staff.user.email })
  // Another night, the same night again, and the last week.
  for (const days of [28, 28, 5, -1]) await night({ at: new Date(end.getTime() - days * dayMs) })
  expect(await mails()).toHaveLength(1)
  expect((await found()).data).toMatchObject([{ level: 'ended' }])
})

test('another realm has its own, and reads nothing of this one', async () => {
  const stranger = await makeStaff(portal, { realm: 'rathbones' })
  const reply = (await portal.call(listEndings, {}, { as: stranger.session, client: 'rathbones' })).reply
  expect(reply).toEqual({ data: [], checkedAt: null })
})

test('two jobs at once store one check and write one mail', async () => {
  await portal.database.admin
    .query(`delete from person_mail where kind = 'ending-soon'`)
    .catch(() => undefined)
  await Promise.all([night(), night()])
  expect(await mails()).toHaveLength(1)
  expect((await portal.database.admin.query(`select count(*)::int as n from ending_check`)).rows).toEqual([
    { n: 1 },
  ])
})

test('a login key is said once it is 13 months old, and vettings while they end', async () => {
  const at = clock.now()
  const ago = (days: number) => new Date(at.getTime() - days * dayMs)
  await portal.database.admin.query(
    `insert into realm_secret (realm, name, value, created_at) values ('npt', 'oidc-signing-key-0007', '{}', $1)`,
    [ago(396)],
  )
  await freshVettings(portal, await makeStaff(portal)).endingVetting()
  await night({ at })
  const { data } = await found()
  expect(data.map(({ key }) => key)).toContain('login-key:npt')
  expect(data.find(({ key }) => key === 'vettings:US')?.text).toMatch(/^A vetting of a charity ends on \d{4}/)
})

test('the level follows from what is left', () => {
  const at = clock.now()
  const level = (leftMs: number) => levelOf(new Date(at.getTime() + leftMs), at)
  expect([level(60 * dayMs), level(30 * dayMs - 1), level(7 * dayMs - 1), level(0)]).toEqual([
    ...['later', 'soon', 'urgent', 'ended'],
  ])
})
