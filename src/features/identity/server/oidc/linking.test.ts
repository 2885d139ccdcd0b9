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

async function enter(about: OpenIdPortal, claims: Record<string, unknown>) {
  const { browser, brought } = await about.returned(claims)
  return { browser, answer: await validate(browser, brought) }
}

const statusOf = async (about: OpenIdPortal, claims: Record<string, unknown>) =>
  (await enter(about, claims)).answer.statusCode

test('whom nobody knows is refused, and so is a subject without the claim that would say who it is', async () => {
  for (const claims of [{ sub: 'a stranger', upn: 'stranger@npt.example' }, { sub: 'a stranger' }]) {
    const { browser, answer } = await enter(byId, claims)
    expectRefused(browser, answer)
  }
})

test('after the first sign-in the subject counts alone, whatever name the provider gives it', async () => {
  const { claims } = await byId.makePerson()
  expect(await statusOf(byId, claims)).toBe(200)
  expect(await statusOf(byId, { sub: claims.sub, upn: 'renamed@npt.example' })).toBe(200)
})

test('a name that the provider gives to somebody else opens nothing', async () => {
  const { claims } = await byId.makePerson()
  expect(await statusOf(byId, claims)).toBe(200)
  expect(await statusOf(byId, { sub: 'the successor', upn: claims.upn })).toBe(400)
  expect(await statusOf(byId, claims)).toBe(200)
})

test('two first sign-ins of one person at once are one link', async () => {
  const { claims } = await byId.makePerson()
  const both = [await byId.returned(claims), await byId.returned(claims)]
  const answers = await Promise.all(both.map(({ browser, brought }) => validate(browser, brought)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('an e-mail links where the provider has verified it, and by nothing less than true', async () => {
  const { user } = await byEmail.makePerson()
  const email = user.email.toUpperCase()
  for (const verified of [{}, { email_verified: false }, { email_verified: 'true' }, { email_verified: 1 }])
    expect(await statusOf(byEmail, { sub: 's-1', email, ...verified })).toBe(400)
  expect(await statusOf(byEmail, { sub: 's-1', email, email_verified: true })).toBe(200)
})

test('an e-mail that several people have is nobody’s', async () => {
  const { user } = await byEmail.makePerson()
  await makeUser(byEmail.portal.databases, { email: user.email, ssoId: `second-${user.ssoId}` })
  expect(await statusOf(byEmail, { sub: 's-2', email: user.email, email_verified: true })).toBe(400)
})

test('whose access was withdrawn is refused, before and after they were linked (§4)', async () => {
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
