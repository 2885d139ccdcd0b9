import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../app/server/server.ts'
import { clients as allClients } from '../../../clients/clients.ts'
import { getContent } from '../../../contract/published-content.contract.ts'
import { systemClock } from '../../../domain/clock.ts'
import { type Databases, openDatabases } from '../../../server/db/pools.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { block, type Editor, editing, makeEditor } from '../../../testing/content-editors.ts'
import { testSecret } from '../../../testing/database/database-server.ts'

// Two instances on one database, both with their cache, as in production.

let portal: TestApp
let copy: FastifyInstance
let copyDatabases: Databases
let lucia: Editor
let calls: ReturnType<typeof editing>
/** An editor who publishes alone is enough here. */
const clients = Object.fromEntries(
  Object.entries(allClients).map(([name, client]) => [name, { ...client, twoPersonPublishing: false }]),
)
beforeAll(async () => {
  portal = await startTestApp({ clients, settings: { cachesAccess: true } })
  // With its own connections, as a separate process has.
  const { host, port, database } = portal.database.connection
  copyDatabases = openDatabases({ server: { host, port, database }, secret: testSecret })
  copy = await createApp({
    databases: copyDatabases,
    files: portal.files,
    documentFiles: portal.documentFiles,
    clients,
    addresses: { originPattern: 'http://{client}.localhost:3000', defaultClient: 'npt' },
    clock: systemClock,
    secret: testSecret,
    mode: 'demonstration',
    cachesAccess: true,
    webRoot: null,
    log: pino({ level: 'silent' }),
  })
  await copy.ready()
  // One of three clients in a realm.
  lucia = await makeEditor(portal, { client: 'nptuk', realm: 'nptuk' })
  calls = editing(portal)
})
afterAll(async () => {
  await copy.close()
  await copyDatabases.close()
  await portal.close()
})

const read = async (app: FastifyInstance, client: string) =>
  (await app.inject({ url: '/api/content/faq', headers: { host: `${client}.localhost:3000` } })).body
const intro = { kind: 'block', name: 'faq-intro' } as const
/** How long a published change may take to appear. */
const seconds = { timeout: 3_000, interval: 20 }

test('a published change appears within seconds on every instance, for its client only', async () => {
  const neighbours = ['nptukusd', 'npttransatlantic', 'npt', 'rathbones']
  const before = new Map<string, string>()
  for (const client of ['nptuk', ...neighbours]) {
    before.set(client, await read(portal.app, client))
    expect(await read(copy, client)).toBe(before.get(client))
  }
  await calls.publish(lucia, intro, block('Seen on every instance'))
  for (const app of [portal.app, copy])
    await expect.poll(() => read(app, 'nptuk'), seconds).toContain('Seen on every instance')
  for (const client of neighbours)
    for (const app of [portal.app, copy]) expect(await read(app, client)).toBe(before.get(client))
})

test('a scheduled version appears on every instance at its time and no sooner', async () => {
  const publishAt = new Date(Date.now() + 1_500)
  await calls.publish(lucia, intro, block('The time has come'), publishAt.toISOString())
  for (const app of [portal.app, copy]) expect(await read(app, 'nptuk')).not.toContain('The time has come')
  for (const app of [portal.app, copy])
    await expect.poll(() => read(app, 'nptuk'), seconds).toContain('The time has come')
  expect(Date.now()).toBeGreaterThanOrEqual(publishAt.getTime())
})

test('reads nothing without a notification', async () => {
  const change = (statement: string) => portal.database.admin.query(statement)
  await change('alter table content_decision disable trigger notify_content_change')
  const before = await read(copy, 'nptuk')
  await calls.publish(lucia, intro, block('Unannounced'))
  expect(await read(copy, 'nptuk')).toBe(before)
  await change('alter table content_decision enable trigger notify_content_change')
  await calls.publish(lucia, intro, block('Announced'))
  await expect.poll(() => read(copy, 'nptuk'), seconds).toContain('Announced')
})

test('reads the database on every request while notifications do not arrive', async () => {
  await portal.database.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query = 'listen almoner_content'`,
  )
  await calls.publish(lucia, intro, block('Nobody listened'))
  for (const app of [portal.app, copy])
    await expect.poll(() => read(app, 'nptuk'), seconds).toContain('Nobody listened')
  const { reply } = await portal.call(getContent, { params: { place: 'faq' } }, { client: 'nptuk' })
  expect(reply.blocks[0]?.body).toEqual([
    { kind: 'paragraph', children: [{ kind: 'text', text: 'Nobody listened' }] },
  ])
})
