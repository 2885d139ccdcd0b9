import type { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { type MadeFund, makeFund, makeStaff } from '../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../testing/factories/make-grant.ts'
import { type AccessReader, createAccessCache } from './access-cache.ts'
import { loadPrincipal, type PrincipalFor } from './load-principal.ts'

let portal: TestApp
let fund: MadeFund
let about: PrincipalFor
let reader: AccessReader

const log = pino({ level: 'silent' })
const ask = () => reader.loadPrincipal(portal.databases.book('npt'), about)
const change = (statement: string, ...values: unknown[]) => portal.database.admin.query(statement, values)

/** Whether two questions in a row are answered by the very same object, which only the memory does. */
async function isRemembering(): Promise<boolean> {
  const first = await ask()
  return first !== undefined && first === (await ask())
}

beforeAll(async () => {
  portal = await startTestApp({ settings: { cachesAccess: true } })
})
afterAll(() => portal.close())

beforeEach(async () => {
  fund = await makeFund(portal)
  const { cookie, authorization } = fund.donor.session.headers
  about = {
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

test('between changes the same question is answered from memory, and as the database would', async () => {
  expect(await isRemembering()).toBe(true)
  expect(await ask()).toEqual(await loadPrincipal(portal.databases.book('npt'), about))
})

test('another cookie, client, book or fund is another question', async () => {
  await ask()
  const db = portal.databases.book('npt')
  expect(await reader.loadPrincipal(db, { ...about, cookie: 'stolen token, no cookie' })).toBeUndefined()
  expect(await reader.loadPrincipal(db, { ...about, client: 'rathbones' })).toBeUndefined()
  expect((await reader.loadPrincipal(db, { ...about, fundId: 99999999 }))?.account_id).toBeNull()
})

test.each([
  ['the session ends', `update session set ended_at = now(), end_reason = 'test' where user_id = $1`],
  ['access is withdrawn', 'update app_user set has_access = false where user_id = $1'],
  ['a role is given', `insert into user_role (realm, user_id, role_code) values ('npt', $1, 'auditor')`],
])('when %s, what was remembered is forgotten at once', async (_what, statement) => {
  const before = await ask()
  await change(statement, fund.donor.user.userId)
  await expect.poll(async () => (await ask()) === before, { timeout: 2000 }).toBe(false)
})

test.each([
  ['a relationship ends', 'update account_relationship set ended_at = now() where account_id = $1'],
  [
    'the account is closed',
    `update fund_account set account_status = 'Closed', closed_on = current_date where account_id = $1`,
  ],
])('when %s, what was remembered is forgotten at once', async (_what, statement) => {
  const before = await ask()
  await change(statement, fund.accountId)
  await expect.poll(async () => (await ask()) === before, { timeout: 2000 }).toBe(false)
})

test.each([
  ['a role', `insert into user_role (realm, user_id, role_code) values ('npt', $1, 'auditor')`, 'user_role'],
  ['a session', 'select $1::uuid', 'session'],
])(
  'when %s passes to somebody else, the one who had it is forgotten too',
  async (_what, prepare, table) => {
    await change(prepare, fund.donor.user.userId)
    await change('select pg_sleep(0.05)')
    const before = await ask()
    const other = await makeStaff(portal, { roles: [] })
    await change(
      `update ${table} set user_id = $2 where user_id = $1`,
      fund.donor.user.userId,
      other.user.userId,
    )
    await expect.poll(async () => (await ask()) === before, { timeout: 2000 }).toBe(false)
  },
)

test('a table that is emptied, and a book of other people, are forgotten at once', async () => {
  const forgotten = async (statement: string) => {
    await change('select pg_sleep(0.05)')
    const before = await ask()
    expect(await ask()).toBe(before)
    await change(statement)
    await expect.poll(async () => (await ask()) === before, { timeout: 2000 }).toBe(false)
  }
  await forgotten(`update book set realm = realm where book = 'npt'`)
  await forgotten('truncate user_role')
  await forgotten('truncate account_relationship')
  await forgotten('truncate session')
})

test('every table that the answer is read from announces its changes, however it is changed', async () => {
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
  await loadPrincipal(explaining, about)
  expect([...tables]).toEqual(expect.arrayContaining(['session', 'app_user', 'account_relationship', 'book']))
  const { rows } = await portal.database.admin.query(
    // 8, 16 and 32 are the bits of delete, update and truncate.
    `select t as name from unnest($1::text[]) t where (select coalesce(bit_or(tgtype), 0) & 56 from pg_trigger
       where tgrelid = t::regclass and tgname like 'notify_access_change%' and tgenabled <> 'D') <> 56`,
    [[...tables]],
  )
  expect(rows).toEqual([])
})

test('a fund that is opened after somebody asked for it is there at once', async () => {
  const number = 99999998
  const asked = async () =>
    await reader.loadPrincipal(portal.databases.book('npt'), { ...about, fundId: number })
  expect((await asked())?.account_id).toBeNull()
  await change(
    `insert into fund_account (book, fund_id, account_name, donor_name, opened_on)
     values ('npt', $1, 'Opened later', 'Opened later', current_date)`,
    number,
  )
  expect((await asked())?.account_name).toBe('Opened later')
})

test('nothing is kept longer than 30 seconds, whichever clock stands still or goes back', async () => {
  const remembers = async (later: Date) => {
    const first = await ask()
    expect(await ask()).toBe(first)
    return (await reader.loadPrincipal(portal.databases.book('npt'), { ...about, now: later })) === first
  }
  const afterMs = (ms: number) => new Date(about.now.getTime() + ms)
  expect(await remembers(afterMs(29_000)), 'while it is fresh').toBe(true)
  expect(await remembers(afterMs(31_000)), 'the machine slept, its ticks stood still').toBe(false)
  expect(await remembers(afterMs(-3_600_000)), 'the clock was set back').toBe(false)
  const first = await ask()
  const ticks = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(ticks + 31_000)
  expect(await ask(), 'the clock was set back by just as much as went by').not.toBe(first)
})

test('a session that is merely seen again is no change that is announced to all', async () => {
  const before = await ask()
  await change(
    'update session set last_seen_at = now(), expires_at = expires_at + interval $$1 minute$$ where user_id = $1',
    fund.donor.user.userId,
  )
  await change('select pg_sleep(0.05)')
  expect(await ask()).toBe(before)
})

test('while announcements do not arrive every request reads the database, and it hears again by itself', async () => {
  expect(await isRemembering()).toBe(true)
  await change(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen almoner_access'`,
  )
  await expect.poll(isRemembering, { timeout: 2000 }).toBe(false)
  await expect.poll(isRemembering, { timeout: 5000 }).toBe(true)
})

test('a probe that is answered after its connection broke does not count', async () => {
  const worker = portal.databases.worker()
  let ear: (EventEmitter & { processID: number }) | undefined
  const breaking = {
    connect: async () => {
      const connected = await worker.connect()
      ear = connected as unknown as typeof ear
      return connected
    },
    query: async (text: string, values: unknown[]) => {
      await worker.query(text, values)
      await delay(50)
      const broken = new Promise(resolve => ear?.once('end', resolve))
      await change('select pg_terminate_backend($1)', ear?.processID)
      await broken
    },
  } as unknown as typeof worker
  const deaf = await createAccessCache(breaking, log)
  const db = portal.databases.book('npt')
  expect(await deaf.loadPrincipal(db, about)).not.toBe(await deaf.loadPrincipal(db, about))
  await deaf.close()
})

test('once it has stopped listening it remembers nothing', async () => {
  expect(await isRemembering()).toBe(true)
  await reader.close()
  expect(await isRemembering()).toBe(false)
})

test('a pooler that swallows announcements leaves every question to the database', async () => {
  const worker = portal.databases.worker()
  const swallowing = {
    connect: () => worker.connect(),
    query: async () => ({ rows: [] }),
  } as unknown as typeof worker
  const deaf = await createAccessCache(swallowing, log)
  const db = portal.databases.book('npt')
  expect(await deaf.loadPrincipal(db, about)).not.toBe(await deaf.loadPrincipal(db, about))
  await deaf.close()
})

test('a change always asks the database, even where an announcement was lost', async () => {
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
