import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databasesOf } from '../../app/server/main.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database/database-proxy.ts'
import { testSecret } from '../../testing/database/database-server.ts'
import { readCommandEnvironment, readEnvironment } from '../env.ts'
import { withWorkLock } from '../jobs/due-work.queries.ts'
import { listenForNotifications } from './notifications.ts'
import type { Databases } from './pools.ts'

let database: TestDatabase
let pooler: DatabaseProxy
let direct: DatabaseProxy
let databases: Databases
const urlOf = ({ server }: DatabaseProxy) =>
  `postgres://admin@${server.host}:${server.port}/${server.database}`
const settings = () => ({ DATABASE_URL: urlOf(pooler), DATABASE_DIRECT_URL: urlOf(direct) })

beforeAll(async () => {
  database = await createTestDatabase()
  pooler = await startDatabaseProxy(database.connection)
  direct = await startDatabaseProxy(database.connection)
  const environment = readEnvironment('demonstration', { ...settings(), DATABASE_NAMED_STATEMENTS: 'off' })
  databases = databasesOf(environment, urlOf(pooler), testSecret)
})
afterAll(async () => {
  await databases.close()
  await Promise.all([pooler.close(), direct.close()])
  await database.drop()
})

test('statements of books and realms go through the pooler, and have no names where it knows none', async () => {
  for (const db of [databases.book('npt'), databases.realm('npt')]) {
    const prepared = await db.connection().execute(async connection => {
      await sql`select ${1}::int`.execute(connection)
      return await sql<{ count: bigint }>`select count(*) as count from pg_prepared_statements`.execute(
        connection,
      )
    })
    expect(prepared.rows).toEqual([{ count: 0n }])
  }
  expect([...pooler.roles].sort()).toEqual(['book_npt', 'realm_npt'])
  expect([...direct.roles]).toEqual([])
})

test('the queue, notifications and the register go past the pooler', async () => {
  await databases.registrar().query('select 1')
  const received: string[] = []
  const { ready, close } = listenForNotifications(
    databases.worker(),
    { channel: 'direct_test', log: pino({ level: 'silent' }) },
    { onNotification: payload => received.push(payload), onDisconnect: () => {}, onConnect: () => {} },
  )
  await ready
  await database.admin.query(`select pg_notify('direct_test', 'changed')`)
  await expect.poll(() => received).toEqual(['changed'])
  await close()
  expect([...direct.roles].sort()).toEqual(['registrar', 'worker'])
  expect([...pooler.roles]).not.toContain('worker')
})

test('the lock of due work is held past the pooler, and its work goes through it', async () => {
  const before = direct.roles.has('book_rathbones')
  let held = 0
  await withWorkLock(databases.book('rathbones'), 'rathbones', 'a test', async () => {
    const { rows } = await database.admin.query<{ port: number }>(
      `select a.client_port as port from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.granted and a.usename = 'book_rathbones' and a.datname = $1`,
      [database.name],
    )
    held = rows.length
    expect(pooler.roles.has('book_rathbones')).toBe(false)
  })
  expect({ before, held, after: direct.roles.has('book_rathbones') }).toEqual({
    before: false,
    held: 1,
    after: true,
  })
})

test('commands such as migrations connect past the pooler', async () => {
  const { databaseUrl } = readCommandEnvironment({
    ...settings(),
    ...{ CLIENTS_DIR: 'demonstration', APP_SECRET: testSecret },
    PUBLIC_ORIGIN: 'https://{client}.example.org',
  })
  const client = new pg.Client({ connectionString: databaseUrl })
  expect(client.port).toBe(direct.server.port)
})
