import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { openDatabases } from '../db/pools.ts'

test('/healthz returns 200 if the server and its database are ready', async () => {
  const portal = await startTestApp()
  expect((await portal.app.inject('/healthz')).statusCode).toBe(200)
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
