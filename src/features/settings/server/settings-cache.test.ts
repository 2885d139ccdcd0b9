import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../app/server/server.ts'
import { clients } from '../../../clients/clients.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { systemClock } from '../../../domain/clock.ts'
import { type Databases, openDatabases } from '../../../server/db/pools.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { countQueries } from '../../../testing/count-queries.ts'
import { testSecret } from '../../../testing/database/database-server.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { settingCalls } from '../../../testing/setting-calls.ts'

// Two instances on one database, both with their caches, as in production.

let portal: TestApp
let copy: FastifyInstance
let copyDatabases: Databases
let staff: Person
const settings = (databases: Databases) => ({
  ...{ databases, files: portal.files, documentFiles: portal.documentFiles, clients },
  addresses: { originPattern: 'http://{client}.localhost:3000', defaultClient: 'npt' },
  ...{ clock: systemClock, secret: testSecret, cachesAccess: true, webRoot: null },
  mode: 'demonstration' as const,
  log: pino({ level: 'silent' }),
})
beforeAll(async () => {
  portal = await startTestApp({ settings: { cachesAccess: true } })
  // With its own connections, as a separate process has.
  const { host, port, database } = portal.database.connection
  copyDatabases = openDatabases({ server: { host, port, database }, secret: testSecret })
  copy = await createApp(settings(copyDatabases))
  await copy.ready()
  staff = await makeStaff(portal)
})
afterAll(async () => {
  await copy.close()
  await copyDatabases.close()
  await portal.close()
})

const contextAt = async (app: FastifyInstance, client = 'npt') =>
  (await app.inject({ url: '/api/client-context', headers: { host: `${client}.localhost:3000` } })).json()
    .clientSettings
const hoursAt = async (app: FastifyInstance, client?: string) => (await contextAt(app, client)).support.hours
const textsAt = async (app: FastifyInstance, place: string) =>
  (await app.inject({ url: `/api/content/${place}`, headers: { host: 'npt.localhost:3000' } })).body
/** How long a change may take to appear. */
const seconds = { timeout: 3_000, interval: 20 }

test('a change is in force in every instance within seconds, without a restart, for its client only', async () => {
  expect([await hoursAt(portal.app), await hoursAt(copy)]).toEqual([npt.support.hours, npt.support.hours])
  const changed = await settingCalls(portal).setHours(staff, 'Mornings')
  expect(changed.status).toBe(200)
  for (const app of [portal.app, copy]) {
    await expect.poll(() => hoursAt(app), seconds).toBe('Mornings')
    // Texts that name the hours are cached too.
    await expect.poll(() => textsAt(app, 'giving-season'), seconds).not.toContain(npt.support.hours)
  }
  expect(await hoursAt(copy, 'rathbones')).toBe(clients.rathbones?.support.hours)
})

test('the answer about how long a grant takes has the days that staff set', async () => {
  expect(await textsAt(copy, 'faq')).toContain(
    'within 5 business days, and usually pay within 10 business days',
  )
  await settingCalls(portal).setDays(staff, [1, 3])
  for (const app of [portal.app, copy])
    await expect
      .poll(() => textsAt(app, 'faq'), seconds)
      .toContain('within 1 business day, and usually pay within 3 business days')
})

test('no request asks the database for what is cached', async () => {
  await contextAt(copy)
  expect(await countQueries(() => contextAt(copy))).toBe(0)
})

test('while the database does not answer, pages are read with the file’s settings', async () => {
  const away = openDatabases({
    server: { host: '127.0.0.1', port: 1, database: 'almoner' },
    secret: testSecret,
  })
  const alone = await createApp({ ...settings(away), cachesAccess: false })
  expect(await hoursAt(alone)).toBe(npt.support.hours)
  const command = await alone.inject({
    ...{ method: 'POST', url: '/api/contact-messages', payload: {} },
    headers: { host: 'npt.localhost:3000', origin: 'http://npt.localhost:3000' },
  })
  expect(command.statusCode).toBeGreaterThanOrEqual(500)
  await alone.close()
  await away.close()
})
