import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { isDatabaseAway } from './database-away.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => new Error('it did not fail'),
    error => error,
  )

const connect = (config: pg.ClientConfig) => {
  const client = new pg.Client(config)
  client.on('error', () => {})
  return client
}

test.each<[string, pg.ClientConfig]>([
  ['no server at the socket', { host: '/nowhere', port: 1 }],
  ['a refused connection', { host: '127.0.0.1', port: 1 }],
  ['an unknown host', { host: 'database.invalid', port: 1 }],
])('%s is a database that is away', async (_what, config) => {
  expect(isDatabaseAway(await failureOf(connect(config).connect()))).toBe(true)
})

test('a connection that ends under a statement is a database that is away, and so is the statement after it', async () => {
  const client = connect(database.connection)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const waiting = failureOf(client.query('select pg_sleep(30)'))
  await database.admin.query('select pg_terminate_backend($1, 5000)', [rows[0].pid])
  expect(isDatabaseAway(await waiting)).toBe(true)
  expect(isDatabaseAway(await failureOf(client.query('select 1')))).toBe(true)
})

test('a statement that fails is not', async () => {
  expect(isDatabaseAway(await failureOf(database.admin.query('select 1 / 0')))).toBe(false)
  expect(isDatabaseAway(await failureOf(database.admin.query('select * from nothing')))).toBe(false)
  expect(isDatabaseAway(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(
    false,
  )
  expect(isDatabaseAway(null)).toBe(false)
})
