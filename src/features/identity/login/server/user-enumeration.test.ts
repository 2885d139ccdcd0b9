import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { fastPasswordHasher, makeUser } from '../../../../testing/factories/make-user.ts'
import { addCodesFor, addPasskeyFor, backupCodesFor } from '../../../../testing/sign-in/factors.ts'
import { startSignIn, testBrowser } from '../../../../testing/sign-in/sign-in.ts'

const password = 'correct horse battery staple'
let guesses = 0
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({
    settings: {
      enforcesSecondFactor: true,
      passwords: {
        ...fastPasswordHasher,
        verify: (...args) => {
          guesses += 1
          return fastPasswordHasher.verify(...args)
        },
      },
    },
  })
})
afterAll(() => portal.close())

/** The SQL statements while `act` runs, without their values. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await act()
  for (const [first] of query.mock.calls as unknown[][]) {
    const text = typeof first === 'string' ? first : (first as { text?: string }).text
    if (text) sent.push(text)
  }
  query.mockRestore()
  return sent
}

/** Everything observable of a login with a wrong password. */
async function observableLogin(userId: string) {
  const browser = testBrowser(portal.app, originOf('npt'))
  await startSignIn(browser)
  const before = guesses
  let answer: Awaited<ReturnType<typeof browser.post>> | undefined
  const statements = await statementsOf(async () => {
    answer = await browser.post('/api/Authentication/Login', { userId, password: 'not this one' })
  })
  const { traceId: _traceId, ...body } = answer?.json<{ traceId: string }>() ?? { traceId: '' }
  const { date: _date, ...headers } = answer?.headers ?? {}
  return { status: answer?.statusCode, body, headers, hashes: guesses - before, statements }
}

test('replies, work and SQL do not reveal whether a user, password or factor exists', async () => {
  const plain = await makeUser(portal.databases, { password })
  const without = await makeUser(portal.databases)
  const staff = await makeUser(portal.databases, { password, roles: [{ role: 'super_user', actions: null }] })
  const gone = await makeUser(portal.databases, { password, hasAccess: false })
  const full = await makeUser(portal.databases, { password, roles: [{ role: 'auditor', actions: null }] })
  const as = await portal.sessionFor(full)
  await addCodesFor(portal, as, new Date())
  await addPasskeyFor(portal, as)
  await backupCodesFor(portal, as)

  const unknown = await observableLogin('nobody-at-all@npt.example')
  expect(unknown).toMatchObject({ status: 400, hashes: 1 })
  expect(unknown.statements.length).toBeGreaterThan(3)
  for (const user of [plain, without, staff, gone, full])
    expect(await observableLogin(user.ssoId)).toEqual(unknown)
})

test('the first passkey request is the same for everyone', async () => {
  const browser = testBrowser(portal.app, originOf('npt'))
  await startSignIn(browser)
  const answer = await browser.post('/api/Authentication/Login/passkey-request', { step: 'first' })
  expect(answer.json()).toMatchObject({ passkeyRequest: { allowCredentials: [] } })
})
