import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import { expectRefused, validate } from '../../../../testing/providers/external-sign-in.ts'
import { type OpenIdPortal, startOpenIdPortal } from '../../../../testing/providers/openid-portal.ts'

let byId: OpenIdPortal
let byEmail: OpenIdPortal
beforeAll(async () => {
  byId = await startOpenIdPortal()
  byEmail = await startOpenIdPortal({ linkBy: { to: 'verified-email' } })
})
afterAll(async () => {
  await byId.stop()
  await byEmail.stop()
})

async function enter(setup: OpenIdPortal, claims: Record<string, unknown>) {
  const { browser, params } = await setup.returned(claims)
  return { browser, answer: await validate(browser, params) }
}

const statusOf = async (setup: OpenIdPortal, claims: Record<string, unknown>) =>
  (await enter(setup, claims)).answer.statusCode

test('rejects an unknown person and a subject without the linking claim', async () => {
  for (const claims of [{ sub: 'a stranger', upn: 'stranger@npt.example' }, { sub: 'a stranger' }]) {
    const { browser, answer } = await enter(byId, claims)
    expectRefused(browser, answer)
  }
})

test('identifies a linked person by the subject alone', async () => {
  const { claims } = await byId.makePerson()
  expect(await statusOf(byId, claims)).toBe(200)
  expect(await statusOf(byId, { sub: claims.sub, upn: 'renamed@npt.example' })).toBe(200)
})

test('does not link a second subject to a linked person', async () => {
  const { claims } = await byId.makePerson()
  expect(await statusOf(byId, claims)).toBe(200)
  expect(await statusOf(byId, { sub: 'the successor', upn: claims.upn })).toBe(400)
  expect(await statusOf(byId, claims)).toBe(200)
})

test('two concurrent first logins of one person create one link', async () => {
  const { claims } = await byId.makePerson()
  const both = [await byId.returned(claims), await byId.returned(claims)]
  const answers = await Promise.all(both.map(({ browser, params }) => validate(browser, params)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('links by e-mail only if email_verified is true', async () => {
  const { user } = await byEmail.makePerson()
  const email = user.email.toUpperCase()
  for (const verified of [{}, { email_verified: false }, { email_verified: 'true' }, { email_verified: 1 }])
    expect(await statusOf(byEmail, { sub: 's-1', email, ...verified })).toBe(400)
  expect(await statusOf(byEmail, { sub: 's-1', email, email_verified: true })).toBe(200)
})

test('does not link by an e-mail that several people share', async () => {
  const { user } = await byEmail.makePerson()
  await makeUser(byEmail.portal.databases, { email: user.email, ssoId: `second-${user.ssoId}` })
  expect(await statusOf(byEmail, { sub: 's-2', email: user.email, email_verified: true })).toBe(400)
})

test('rejects a person without access, before and after linking (§4)', async () => {
  const { user, claims } = await byId.makePerson()
  const withdraw = (hasAccess: boolean) =>
    byId.portal.database.admin.query('update app_user set has_access = $2 where user_id = $1', [
      user.userId,
      hasAccess,
    ])
  await withdraw(false)
  expect(await statusOf(byId, claims)).toBe(400)
  await withdraw(true)
  expect(await statusOf(byId, claims)).toBe(200)
  await withdraw(false)
  expect(await statusOf(byId, claims)).toBe(400)
})
