import type { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../testing/factories/make-grant.ts'
import { type AccessReader, createAccessCache } from './access-cache.ts'
import { loadPrincipal, type PrincipalLookup } from './load-principal.ts'

let portal: TestApp
let fund: MadeFund
let lookup: PrincipalLookup
let reader: AccessReader

const log = pino({ level: 'silent' })
const load = () => reader.loadPrincipal(portal.databases.book('npt'), lookup)
const change = (statement: string, ...values: unknown[]) => portal.database.admin.query(statement, values)

/** Whether two loads return the same object, which only the cache does. */
async function isCaching(): Promise<boolean> {
  const first = await load()
  return first !== undefined && first === (await load())
}

beforeAll(async () => {
  portal = await startTestApp({ settings: { cachesAccess: true } })
})
afterAll(() => portal.close())

beforeEach(async () => {
  fund = await makeFund(portal)
  const { cookie, authorization } = fund.donor.session.headers
  lookup = {
    sessionId: authorization.split('.')[1] ?? '',
    cookie: cookie.split('=')[1] ?? '',
    client: 'npt',
    book: 'npt',
    fundId: fund.fundId,
    now: new Date(),
  }
  reader = await createAccessCache(portal.databases.worker(), log)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await reader.close()
})

test('returns the database’s principal from the cache while nothing changes', async () => {
  expect(await isCaching()).toBe(true)
  expect(await load()).toEqual(await loadPrincipal(portal.databases.book('npt'), lookup))
})

test('does not share an entry between cookies, clients or funds', async () => {
  await load()
  const db = portal.databases.book('npt')
  expect(await reader.loadPrincipal(db, { ...lookup, cookie: 'stolen token, no cookie' })).toBeUndefined()
  expect(await reader.loadPrincipal(db, { ...lookup, client: 'rathbones' })).toBeUndefined()
  expect((await reader.loadPrincipal(db, { ...lookup, fundId: 99999999 }))?.account_id).toBeNull()
})

const insertAuditor = `insert into user_role (realm, user_id, role_code, all_actions, state, second_person, reason)
  values ('npt', $1, 'auditor', true, 'active', 'waived', 'test')`

test.each([
  ['the session ends', `update session set ended_at = now(), end_reason = 'test' where user_id = $1`],
  ['access is withdrawn', 'update app_user set has_access = false where user_id = $1'],
  ['a role is granted', insertAuditor],
])('invalidates the entry at once when %s', async (_what, statement) => {
  const before = await load()
  await change(statement, fund.donor.user.userId)
  await expect.poll(async () => (await load()) === before, { timeout: 2000 }).toBe(false)
})

test.each([
  [
    'a relationship ends',
    `update account_relationship set ended_at = now() where account_id = $1 and account_role_code = 'viewer'`,
  ],
  ['the account becomes read-only', `update fund_account set write_access = false where account_id = $1`],
])('invalidates the entry at once when %s', async (_what, statement) => {
  await makePersonOf(portal, fund, 'viewer')
  await change('select pg_sleep(0.05)')
  const before = await load()
  await change(statement, fund.accountId)
  await expect.poll(async () => (await load()) === before, { timeout: 2000 }).toBe(false)
})

test.each([
  ['a role', insertAuditor, 'user_role'],
  ['a session', 'select $1::uuid', 'session'],
])('invalidates the former owner’s entry when %s moves to another person', async (_what, prepare, table) => {
  await change(prepare, fund.donor.user.userId)
  await change('select pg_sleep(0.05)')
  const before = await load()
  const other = await makeStaff(portal, { roles: [] })
  await change(
    `update ${table} set user_id = $2 where user_id = $1`,
    fund.donor.user.userId,
    other.user.userId,
  )
  await expect.poll(async () => (await load()) === before, { timeout: 2000 }).toBe(false)
})

test('invalidates every entry when a table is truncated or a book’s realm changes', async () => {
  const expectInvalidation = async (statement: string) => {
    await change('select pg_sleep(0.05)')
    const before = await load()
    expect(await load()).toBe(before)
    await change(statement)
    await expect.poll(async () => (await load()) === before, { timeout: 2000 }).toBe(false)
  }
  await expectInvalidation(`update book set realm = realm where book = 'npt'`)
  await expectInvalidation('truncate user_role')
  await expectInvalidation('truncate account_relationship, relationship_request')
  // Without relationships the fund is another person's, which is never cached.
  lookup = { ...lookup, fundId: 0 }
  await expectInvalidation('truncate session')
})

test('every table that the query reads announces updates, deletes and truncates', async () => {
  const tables = new Set<string>()
  const db = portal.databases.book('npt')
  const explaining = {
    executeQuery: async ({ sql, parameters }: CompiledQuery) => {
      const { rows } = await db.executeQuery(
        CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]),
      )
      for (const [, name = ''] of JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)) tables.add(name)
      return { rows: [] }
    },
  } as unknown as typeof db
  await loadPrincipal(explaining, lookup)
  expect([...tables]).toEqual(expect.arrayContaining(['session', 'app_user', 'account_relationship', 'book']))
  const { rows } = await portal.database.admin.query(
    // 8, 16 and 32 are the bits of delete, update and truncate.
    `select t as name from unnest($1::text[]) t where (select coalesce(bit_or(tgtype), 0) & 56 from pg_trigger
       where tgrelid = t::regclass and tgname like 'notify_access_change%' and tgenabled <> 'D') <> 56`,
    [[...tables]],
  )
  expect(rows).toEqual([])
})

test('reads the database alike for an unknown number and another person’s fund, each time', async () => {
  const db = portal.databases.book('npt')
  const foreign = await makeFund(portal)
  const statementsFor = async (fundId: number) => {
    let statements = 0
    const counting = {
      executeQuery: async (query: CompiledQuery) => {
        statements += 1
        return await db.executeQuery(query)
      },
    } as unknown as typeof db
    for (let time = 0; time < 3; time++) await reader.loadPrincipal(counting, { ...lookup, fundId })
    return statements
  }
  expect(await statementsFor(99_999_997)).toBe(3)
  expect(await statementsFor(foreign.fundId)).toBe(3)
  // A fund that the person may see is read once.
  expect(await statementsFor(fund.fundId)).toBe(1)
})

test('finds a fund that was opened after a failed lookup', async () => {
  const fundId = 99999998
  const loadFund = async () => await reader.loadPrincipal(portal.databases.book('npt'), { ...lookup, fundId })
  expect((await loadFund())?.account_id).toBeNull()
  await change(
    `insert into fund_account (book, fund_id, account_name, donor_name, opened_on)
     values ('npt', $1, 'Opened later', 'Opened later', current_date)`,
    fundId,
  )
  expect((await loadFund())?.account_name).toBe('Opened later')
})

test('expires an entry after 30 seconds even if one clock stops or is set back', async () => {
  const isCachedAt = async (later: Date) => {
    const first = await load()
    expect(await load()).toBe(first)
    return (await reader.loadPrincipal(portal.databases.book('npt'), { ...lookup, now: later })) === first
  }
  const afterMs = (ms: number) => new Date(lookup.now.getTime() + ms)
  expect(await isCachedAt(afterMs(29_000)), 'while it is fresh').toBe(true)
  expect(await isCachedAt(afterMs(31_000)), 'the machine slept and its monotonic clock stopped').toBe(false)
  expect(await isCachedAt(afterMs(-3_600_000)), 'the clock was set back').toBe(false)
  const first = await load()
  const tickMs = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(tickMs + 31_000)
  expect(await load(), 'the clock was set back by the time that passed').not.toBe(first)
})

test('does not invalidate an entry when only the session’s last use changes', async () => {
  const before = await load()
  await change(
    'update session set last_seen_at = now(), expires_at = expires_at + interval $$1 minute$$ where user_id = $1',
    fund.donor.user.userId,
  )
  await change('select pg_sleep(0.05)')
  expect(await load()).toBe(before)
})

test('keeps an entry when this process writes when the session was last seen, and shows the new time', async () => {
  const before = await load()
  const seenAt = new Date(lookup.now.getTime() + 1000)
  reader.updateLastSeen(lookup.sessionId, seenAt)
  expect(await load()).toEqual({ ...before, last_seen_at: seenAt })
  reader.updateLastSeen('another session', new Date(0))
  expect((await load())?.last_seen_at).toEqual(seenAt)
  expect(await isCaching()).toBe(true)
})

test('removes the entries of the session or person that changed, and no others', async () => {
  const other = await makeFund(portal)
  const { cookie, authorization } = other.donor.session.headers
  const theirs = {
    ...lookup,
    sessionId: authorization.split('.')[1] ?? '',
    cookie: cookie.split('=')[1] ?? '',
    fundId: other.fundId,
  }
  const loadTheirs = () => reader.loadPrincipal(portal.databases.book('npt'), theirs)
  for (const invalidate of [
    () => reader.invalidateSession(lookup.sessionId),
    () => reader.invalidateUser(fund.donor.user.userId),
  ]) {
    const [mine, kept] = [await load(), await loadTheirs()]
    invalidate()
    expect(await loadTheirs()).toBe(kept)
    const fresh = await load()
    expect(fresh).not.toBe(mine)
    expect(fresh).toEqual(mine)
  }
})

test('reads the database while the connection is down and caches again after reconnecting', async () => {
  expect(await isCaching()).toBe(true)
  await change(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen almoner_access'`,
  )
  await expect.poll(isCaching, { timeout: 2000 }).toBe(false)
  await expect.poll(isCaching, { timeout: 5000 }).toBe(true)
})

test('ignores a probe that is answered after its connection broke', async () => {
  const worker = portal.databases.worker()
  let listening: (EventEmitter & { processID: number }) | undefined
  const breaking = {
    connect: async () => {
      const connected = await worker.connect()
      listening = connected as unknown as typeof listening
      return connected
    },
    query: async (text: string, values: unknown[]) => {
      await worker.query(text, values)
      await delay(50)
      const broken = new Promise(resolve => listening?.once('end', resolve))
      await change('select pg_terminate_backend($1)', listening?.processID)
      await broken
    },
  } as unknown as typeof worker
  const cache = await createAccessCache(breaking, log)
  const db = portal.databases.book('npt')
  expect(await cache.loadPrincipal(db, lookup)).not.toBe(await cache.loadPrincipal(db, lookup))
  await cache.close()
})

test('caches nothing after it is closed', async () => {
  expect(await isCaching()).toBe(true)
  await reader.close()
  expect(await isCaching()).toBe(false)
})

test('caches nothing behind a pooler that drops notifications', async () => {
  const worker = portal.databases.worker()
  const dropping = {
    connect: () => worker.connect(),
    query: async () => ({ rows: [] }),
  } as unknown as typeof worker
  const cache = await createAccessCache(dropping, log)
  const db = portal.databases.book('npt')
  expect(await cache.loadPrincipal(db, lookup)).not.toBe(await cache.loadPrincipal(db, lookup))
  await cache.close()
})

test('reads the database for a command even if a notification was lost', async () => {
  const read = () =>
    portal.call(getAccountOverview, { params: { fundId: fund.fundId } }, { as: fund.donor.session })
  expect((await read()).status).toBe(200)
  await change('alter table session disable trigger notify_access_change')
  await change(
    `update session set ended_at = now(), end_reason = 'test' where user_id = $1`,
    fund.donor.user.userId,
  )
  await change('alter table session enable trigger notify_access_change')
  expect((await recommend(portal, fund, recommendation('US-EIN-000000000'))).status).toBe(401)
})
