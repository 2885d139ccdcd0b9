import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import { logIn } from '../../login/sign-in.contract.ts'

const clock = testClock()
let portal: TestApp

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

test('a password does not expire', async () => {
  const password = 'eleven quiet herons'
  const { ssoId } = await makeUser(portal.databases, { password })
  const body = { userId: ssoId, password, direct: true }
  expect((await portal.call(logIn, { body })).status).toBe(200)
  clock.advance(3 * 365 * 24 * 60 * 60 * 1000)
  expect((await portal.call(logIn, { body })).status).toBe(200)
})
