import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { requireDatabase, requirePooler } from '../../app/server/require-database.ts'
import { startTestApp } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database/database-proxy.ts'
import { testSecret } from '../../testing/database/database-server.ts'
import { jobSettings } from '../../testing/jobs.ts'
import { addJob } from '../jobs/add-job.ts'
import { task } from '../jobs/task.ts'
import { startJobWorker } from '../jobs/worker.ts'
import { isDatabaseAway } from './database-away.ts'
import { type Databases, openDatabases } from './pools.ts'

/** Long enough for a busy machine, and short enough for a test to wait for. */
const timeouts = { connectMs: 1_000, answerMs: 1_000, shortReadMs: 1_000 }

let database: TestDatabase
let proxy: DatabaseProxy
let databases: Databases
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  proxy = await startDatabaseProxy(database.connection)
  databases = openDatabases({ server: proxy.server, secret: testSecret, timeouts })
  closing.push(proxy.close, databases.close)
})
afterAll(async () => {
  for (const close of closing) await close()
  await database.drop()
})

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('the start says so if a server accepts connections and does not answer', async () => {
  proxy.freeze()
  const { host, port, database: name } = proxy.server
  const url = `postgres://admin@${host}:${port}/${name}`
  await expect(requireDatabase(databases, url)).rejects.toThrow(
    `The database ${name} at ${host}, port ${port}, does not answer (Connection terminated due to connection timeout). Start it, or correct DATABASE_URL.`,
  )
})

test('the start says so if nothing listens', async () => {
  const server = { host: '127.0.0.1', port: 1, database: 'almoner' }
  const nowhere = openDatabases({ server, secret: testSecret })
  await expect(requireDatabase(nowhere, 'postgres://admin@127.0.0.1:1/almoner')).rejects.toThrow(
    'The database almoner at 127.0.0.1, port 1, does not answer (connect ECONNREFUSED 127.0.0.1:1). Start it, or correct DATABASE_URL.',
  )
  await nowhere.close()
})

test('the start says so if the pooler does not answer while the database does', async () => {
  const server = { host: '127.0.0.1', port: 1, database: 'almoner' }
  const pooled = openDatabases({ server, directServer: proxy.server, secret: testSecret, timeouts })
  closing.push(pooled.close)
  await requireDatabase(pooled, 'postgres://admin@127.0.0.1:1/almoner')
  await expect(requirePooler(pooled, 'postgres://admin@127.0.0.1:1/almoner')).rejects.toThrow(
    'The pooler of the database almoner at 127.0.0.1, port 1, does not answer (connect ECONNREFUSED 127.0.0.1:1). Start it, or correct DATABASE_URL.',
  )
  await requirePooler(databases, 'postgres://admin@127.0.0.1/almoner')
})

test('the start says so if the pooler accepts logins and has no connection to the database', async () => {
  // An answer, so that the connection exists.
  await requirePooler(databases, 'postgres://admin@127.0.0.1:6432/almoner')
  proxy.freeze()
  await expect(requirePooler(databases, 'postgres://admin@127.0.0.1:6432/almoner', 200)).rejects.toThrow(
    'The pooler of the database almoner at 127.0.0.1, port 6432, does not answer in 0.2 s. Its log says why; write its file of users again after each npm run migrate.',
  )
})

test('a connection whose server stops answering is given up, with the transaction on it', async () => {
  const error = await errorOf(
    databases
      .book('npt')
      .transaction()
      .execute(async trx => {
        await sql`select 1`.execute(trx)
        proxy.freeze()
        await sql`select 2`.execute(trx)
      }),
  )
  expect(isDatabaseAway(error)).toBe(true)
})

test('requests get 503 with a sentence when the server stops answering, and so does /healthz', async () => {
  const portal = await startTestApp({ settings: { databases } })
  const statusOf = async (url: string) => {
    const { statusCode, body } = await portal.app.inject({ url, headers: { host: 'npt.localhost:3000' } })
    return { statusCode, body }
  }
  const start = '/api/sign-in/start?returnTo=%2F'
  expect(await statusOf('/healthz')).toMatchObject({ statusCode: 200 })
  expect(await statusOf(start)).toMatchObject({ statusCode: 302 })
  proxy.freeze()
  const [health, signIn] = await Promise.all([statusOf('/healthz'), statusOf(start)])
  expect(health).toMatchObject({ statusCode: 503, body: expect.stringContaining('does not answer') })
  expect(signIn).toMatchObject({ statusCode: 503, body: expect.stringContaining('reach its records') })
  await portal.close()
})

test('jobs run again after a server that did not answer, over new connections', async () => {
  const ran: string[] = []
  const note = task('silence', z.object({ word: z.string() }), async ({ word }) => {
    ran.push(word)
  })
  const log = { warn: () => {}, error: () => {} }
  const heartbeat = { everyMs: 50, goneAfterMs: 400, deadAfterMs: 800 }
  const worker = await startJobWorker({ databases, tasks: [note], ...jobSettings, log, heartbeat })
  closing.unshift(worker.stop)
  const add = (word: string) => addJob(database.databases.book('npt'), note, { word })
  await add('before')
  await expect.poll(() => ran).toEqual(['before'])
  proxy.freeze()
  const queue = databases.worker()
  expect(isDatabaseAway(await errorOf(queue.query('select 1')))).toBe(true)
  await add('during')
  proxy.thaw()
  await expect.poll(() => ran, { timeout: 20_000 }).toContain('during')
})
