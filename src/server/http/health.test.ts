import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('a balancer is told whether the program and its database are ready', async () => {
  expect((await portal.app.inject('/healthz')).statusCode).toBe(200)
  await portal.databases.close()
  expect((await portal.app.inject('/healthz')).statusCode).toBe(503)
})
