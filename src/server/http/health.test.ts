import pg from 'pg'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { revokeLargeObjects } from '../db/large-objects.queries.ts'
import { openDatabases } from '../db/pools.ts'

test('/healthz returns 200 if the server and its database are ready', async () => {
  const portal = await startTestApp()
  const response = await portal.app.inject('/healthz')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ status: 'ready' })
  await portal.close()
})

test('/healthz says that large objects remain where nobody could revoke them, until somebody does', async () => {
  const portal = await startTestApp()
  const { admin, connection } = portal.database
  await admin.query('grant execute on function lo_create(oid), lo_put(oid, bigint, bytea) to public')
  const health = async () => (await portal.app.inject('/healthz')).json()
  expect(await health()).toEqual({ status: 'ready', remaining: ['revoke-large-objects'] })
  const superuser = new pg.Client(connection)
  await superuser.connect()
  await revokeLargeObjects(superuser)
  await superuser.end()
  expect(await health()).toEqual({ status: 'ready' })
  await portal.close()
})

test('/healthz returns 503 if the database does not respond', async () => {
  const nowhere = openDatabases({
    server: { host: '127.0.0.1', port: 1, database: 'nowhere' },
    secret: 'x'.repeat(32),
  })
  const portal = await startTestApp({ settings: { databases: nowhere } })
  expect((await portal.app.inject('/healthz')).statusCode).toBe(503)
  await nowhere.close()
  await portal.close()
})
