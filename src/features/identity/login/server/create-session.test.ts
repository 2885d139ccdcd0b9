import { afterAll, beforeAll, expect, test } from 'vitest'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { enterPassword, startSignIn, testBrowser } from '../../../../testing/sign-in/sign-in.ts'

const password = 'an orchard in the rain'
let portal: TestApp
let donor: MadeUser
beforeAll(async () => {
  portal = await startTestApp()
  donor = await makeUser(portal.databases, { password })
})
afterAll(() => portal.close())

/** A browser after the provider's redirect, with the parameters for /sso. */
async function returned() {
  const browser = testBrowser(portal.app, originOf('npt'))
  await startSignIn(browser)
  return { browser, params: await enterPassword(browser, donor.ssoId, password) }
}

test('keeps the session when a forged or used callback is opened', async () => {
  const { browser, params } = await returned()
  expect((await browser.post('/api/User/ValidateSsoId', params)).statusCode).toBe(200)
  const cookie = browser.cookies.get('almoner-session')
  const { params: foreign } = await returned()
  const forged = [params, foreign, { ...params, state: foreign.state }, { code: 'x', state: 'y' }]
  for (const each of forged) {
    const answer = await browser.post('/api/User/ValidateSsoId', each)
    expect(answer.statusCode).toBe(409)
    expect(answer.cookies).toEqual([])
    expect(answer.headers.authorization).toBeUndefined()
    expect(browser.cookies.get('almoner-session')).toBe(cookie)
  }
  expect((await browser.post('/api/session/token')).json()).toEqual({ signedIn: true })
})

test('keeps the session when another login of the same browser fails', async () => {
  const { browser, params } = await returned()
  expect((await browser.post('/api/User/ValidateSsoId', params)).statusCode).toBe(200)
  await startSignIn(browser)
  const further = await enterPassword(browser, donor.ssoId, password)
  const forged = await browser.post('/api/User/ValidateSsoId', { ...further, code: 'forged' })
  expect(forged.statusCode).toBe(400)
  expect((await browser.post('/api/session/token')).json()).toEqual({ signedIn: true })
})

test('clears the interaction’s cookies after the login', async () => {
  const { browser, params } = await returned()
  expect(browser.cookies.has('_oidc_interaction')).toBe(true)
  const answer = await browser.post('/api/User/ValidateSsoId', params)
  expect([...browser.cookies.keys()].toSorted()).toEqual(['almoner-session'])
  for (const name of ['_oidc_interaction', '_oidc_interaction.sig'])
    expect(answer.cookies).toContainEqual(expect.objectContaining({ name, value: '', path: '/' }))
})

test('creates no session without an audit event and keeps the former one', async () => {
  const { browser, params } = await returned()
  expect((await browser.post('/api/User/ValidateSsoId', params)).statusCode).toBe(200)
  const former = browser.cookies.get('almoner-session')
  await startSignIn(browser)
  const further = await enterPassword(browser, donor.ssoId, password)
  const live = async () =>
    (
      await portal.database.admin.query('select from session where user_id = $1 and ended_at is null', [
        donor.userId,
      ])
    ).rowCount
  const before = await live()
  await portal.database.admin.query(
    `alter table audit_inbox add constraint audit_log_is_full check (kind <> 'signed-in') not valid`,
  )
  try {
    const answer = await browser.post('/api/User/ValidateSsoId', further)
    expect(answer.statusCode).toBe(500)
    expect(answer.headers.authorization).toBeUndefined()
    expect(browser.cookies.get('almoner-session')).toBe(former)
    expect(await live()).toBe(before)
    expect((await browser.post('/api/session/token')).json()).toEqual({ signedIn: true })
  } finally {
    await portal.database.admin.query('alter table audit_inbox drop constraint audit_log_is_full')
  }
})
