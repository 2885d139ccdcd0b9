import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { type MadeFund, makeFund } from '../../testing/factories/make-fund.ts'
import { type AccessReader, createAccessCache } from './access-cache.ts'
import type { PrincipalLookup } from './load-principal.ts'

let portal: TestApp
let fund: MadeFund
let lookup: PrincipalLookup
let reader: AccessReader

beforeAll(async () => {
  portal = await startTestApp({ settings: { cachesAccess: true } })
  fund = await makeFund(portal)
  const { cookie, authorization } = fund.donor.session.headers
  lookup = {
    ...{ sessionId: authorization.split('.')[1] ?? '', cookie: cookie.split('=')[1] ?? '' },
    ...{ client: 'npt', book: 'npt', fundId: fund.fundId, now: new Date() },
  }
  reader = await createAccessCache(portal.databases.worker(), pino({ level: 'silent' }))
})
afterAll(async () => {
  await reader.close()
  await portal.close()
})

test('does not use an entry after a right of its person has ended or begun by itself', async () => {
  const { userId } = fund.donor.user
  const inMs = (ms: number) => new Date(lookup.now.getTime() + ms)
  await portal.database.admin.query(
    `insert into user_role (realm, user_id, role_code, all_actions, state, second_person, reason, given_at, valid_from, valid_until)
      values ('npt', $1, 'auditor', true, 'active', 'waived', 'test', $2, $3, $4)`,
    [userId, inMs(-1000), inMs(2000), inMs(4000)],
  )
  await portal.database.admin.query('select pg_sleep(0.05)')
  const at = async (ms: number) =>
    await reader.loadPrincipal(portal.databases.book('npt'), { ...lookup, now: inMs(ms) })
  const before = await at(1)
  expect(await at(1999)).toBe(before)
  const during = await at(2000)
  expect(during?.realm_grants.length).toBe((before?.realm_grants.length ?? 0) + 1)
  expect(await at(3999)).toBe(during)
  expect((await at(4000))?.realm_grants).toEqual(before?.realm_grants)
})
