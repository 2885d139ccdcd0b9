import { afterAll, beforeAll, expect, test } from 'vitest'
import { nptuk } from '../../../../clients/configuration/nptuk.ts'
import { nptukusd } from '../../../../clients/configuration/nptukusd.ts'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import { startSignIn, testBrowser } from '../../../../testing/sign-in/sign-in.ts'

// Clients of one realm share users and the provider's table, but each has its own login rules.

const password = 'an orchard in the rain'
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({
    clients: { nptuk, nptukusd: { ...nptukusd, secondFactor: 'offered' } },
    settings: {
      enforcesSecondFactor: true,
      addresses: { originPattern: 'http://{client}.localhost:3000', defaultClient: 'nptuk' },
    },
  })
})
afterAll(() => portal.close())

test('rejects a login started at another client of the realm, which might skip its second factor', async () => {
  const user = await makeUser(portal.databases, { realm: 'nptuk', password })
  const strict = testBrowser(portal.app, originOf('nptuk'))
  await startSignIn(strict)
  const lax = testBrowser(portal.app, originOf('nptukusd'))
  for (const [name, value] of strict.cookies) lax.cookies.set(name, value)
  for (const call of ['Login', 'Login/passkey-request'])
    expect(
      (await lax.post(`/api/Authentication/${call}`, { userId: user.ssoId, password, step: 'first' })).json(),
    ).toMatchObject({ status: 409, detail: 'Your login has expired. Please start again.' })
  // The same person can log in by password at the other client if they start there.
  const own = testBrowser(portal.app, originOf('nptukusd'))
  await startSignIn(own)
  expect(
    (await own.post('/api/Authentication/Login', { userId: user.ssoId, password })).json(),
  ).toMatchObject({
    step: 'done',
  })
  expect(
    (await strict.post('/api/Authentication/Login', { userId: user.ssoId, password })).json(),
  ).toMatchObject({ step: 'set-up' })
})
