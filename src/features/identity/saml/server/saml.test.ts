import { createVerify, generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSession } from '../../../../contract/session.contract.ts'
import {
  callbackParamsOf,
  expectRefused,
  sessionOf,
  startAuthorization,
  validate,
} from '../../../../testing/providers/external-sign-in.ts'
import { samlAttackVariants } from '../../../../testing/providers/saml-control.ts'
import { type SamlPortal, samlEndpoints, startSamlPortal } from '../../../../testing/providers/saml-portal.ts'
import { locationOf, type TestBrowser } from '../../../../testing/sign-in/sign-in.ts'
import { ssoVerify } from '../../login/sign-in.contract.ts'

let setup: SamlPortal
beforeAll(async () => {
  setup = await startSamlPortal()
})
afterAll(() => setup.stop())
afterEach(() => setup.bank.set({ attackVariant: null, signedInAgoS: 5, attributes: {} }))

const refusal = '/sso?error=access_denied'

/** Runs a login up to the redirect after the provider's POST. */
async function signInFlow(nameId: string, browser: TestBrowser = setup.browser()) {
  await setup.bank.set({ nameId })
  const form = await setup.visit(browser)
  const callback = await setup.post(browser, form)
  return { browser, form, callback }
}

async function expectSignedIn(nameId: string): Promise<void> {
  const { browser, callback } = await signInFlow(nameId)
  expect((await validate(browser, callbackParamsOf(callback))).statusCode).toBe(200)
}

describe('a SAML 2.0 provider of the bank', () => {
  test('a login returns cookie, token, roles and return path, like any provider (§4)', async () => {
    const user = await setup.makePerson()
    const { browser, callback } = await signInFlow(user.ssoId)
    expect(callback.statusCode).toBe(303)
    const answer = await validate(browser, callbackParamsOf(callback))
    expect(answer.json()).toEqual({ returnTo: '/fund-activity' })
    const as = sessionOf(browser, answer, 'npt')
    const { reply } = await setup.portal.call(ssoVerify, {}, { as })
    expect(reply).toMatchObject({ userId: user.userId, scope: ['api_access'] })
    expect((await setup.portal.call(endSession, {}, { as })).reply).toEqual({
      logout: true,
      providerLogout: null,
    })
  })

  test('the request has its own cookie: SameSite=None, Secure, ten minutes', async () => {
    const start = await setup.browser().get('/api/sign-in/start')
    expect(start.cookies.find(({ name }) => name === 'almoner-saml-auth-request')).toMatchObject({
      sameSite: 'None',
      secure: true,
      httpOnly: true,
      path: '/',
      maxAge: 600,
    })
  })

  test('a client with one provider redirects to it at once and has no embedded provider', async () => {
    const browser = setup.browser()
    expect(locationOf(await browser.get('/api/sign-in/start'))).toContain(`${setup.bank.origin}/sign-on?`)
    expect((await browser.get('/oidc/.well-known/openid-configuration')).statusCode).toBe(404)
  })

  test('publishes service provider metadata', async () => {
    const metadata = await setup.browser().get('/api/sign-in/saml/bank/metadata')
    expect(metadata.headers['content-type']).toContain('application/samlmetadata+xml')
    expect(metadata.body).toContain(`entityID="${samlEndpoints.entityId}"`)
    expect(metadata.body).toContain('WantAssertionsSigned="true"')
    expect(metadata.body).toContain(`Location="${samlEndpoints.acs}"`)
    expect((await setup.browser().get('/api/sign-in/saml/other/metadata')).statusCode).toBe(404)
  })

  test('signs requests if a key is configured', async () => {
    const pem = { publicKeyEncoding: { type: 'spki', format: 'pem' } } as const
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      ...pem,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const signing = await startSamlPortal(
      { requestSigning: { keyName: 'OUR_KEY', certificateName: 'OUR_CERTIFICATE' } },
      { OUR_KEY: privateKey, OUR_CERTIFICATE: publicKey },
    )
    await signing.bank.set({ nameId: 'anybody' })
    await signing.visit(signing.browser())
    const { text, parameters } = await signing.bank.lastRequest()
    const metadata = (await signing.browser().get('/api/sign-in/saml/bank/metadata')).body
    await signing.stop()
    expect(parameters.SigAlg).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
    const signedText = text.slice(0, text.indexOf('&Signature='))
    const verifier = createVerify('sha256').update(signedText)
    expect(verifier.verify(publicKey, parameters.Signature ?? '', 'base64')).toBe(true)
    expect(metadata).toContain('AuthnRequestsSigned="true"')
  })

  test('links by an attribute as user id and stores the NameID as subject', async () => {
    const byAttribute = await startSamlPortal({ linkBy: { to: 'ssoId', claim: 'uid' } })
    const user = await byAttribute.makePerson()
    await byAttribute.bank.set({ nameId: 'p-4711', attributes: { uid: user.ssoId } })
    const enter = async () => {
      const browser = byAttribute.browser()
      const callback = await byAttribute.post(browser, await byAttribute.visit(browser))
      return (await validate(browser, callbackParamsOf(callback))).statusCode
    }
    expect(await enter()).toBe(200)
    // After the first login only the subject counts.
    await byAttribute.bank.set({ attributes: { uid: 'somebody.else@npt.example' } })
    expect(await enter()).toBe(200)
    await byAttribute.bank.set({ nameId: 'p-4712', attributes: { uid: user.ssoId } })
    expect(await enter()).toBe(400)
    await byAttribute.stop()
  })
})

describe('invalid responses', () => {
  test.each(samlAttackVariants)(
    'rejects the attack: %s; the same login without it succeeds',
    async attackVariant => {
      const victim = await setup.makePerson()
      // The attacker's NameID starts with the victim's, because one attack cuts it off there by a comment.
      const own = `${victim.ssoId}.evil.example`
      await setup.makePerson(own)
      await expectSignedIn(own)
      await setup.bank.set({ attackVariant, victim: victim.ssoId })
      const { browser, callback } = await signInFlow(own)
      expect(locationOf(callback)).toBe(refusal)
      expect(browser.cookies.has('almoner-auth-request')).toBe(false)
      await setup.bank.set({ attackVariant: null })
      await expectSignedIn(own)
    },
  )

  test('rejects a replayed response with its request cookie', async () => {
    const user = await setup.makePerson()
    const browser = setup.browser()
    await setup.bank.set({ nameId: user.ssoId })
    const form = await setup.visit(browser)
    const attacker = setup.browser()
    attacker.cookies.set('almoner-saml-auth-request', browser.cookies.get('almoner-saml-auth-request') ?? '')
    expect((await validate(browser, callbackParamsOf(await setup.post(browser, form)))).statusCode).toBe(200)
    expect(locationOf(await setup.post(attacker, form))).toBe(refusal)
  })

  test('rejects a response in a browser without the request', async () => {
    const user = await setup.makePerson()
    await setup.bank.set({ nameId: user.ssoId })
    const form = await setup.visit(setup.browser())
    expect(locationOf(await setup.post(setup.browser(), form))).toBe(refusal)
    const other = setup.browser()
    await startAuthorization(other, 'bank')
    expect(locationOf(await setup.post(other, form)), 'another request').toBe(refusal)
  })

  test('rejects a login initiated by the provider', async () => {
    const user = await setup.makePerson()
    await setup.bank.set({ nameId: user.ssoId })
    const browser = setup.browser()
    const { SAMLResponse } = await setup.visit(browser)
    expect(locationOf(await setup.post(browser, { SAMLResponse }))).toBe(refusal)
    const otherState = { SAMLResponse, RelayState: '/fund-activity' }
    expect(locationOf(await setup.post(browser, otherState))).toBe(refusal)
  })

  test('rejects a return to /sso without the browser’s cookie or a second time', async () => {
    const user = await setup.makePerson()
    const { browser, callback } = await signInFlow(user.ssoId)
    const params = callbackParamsOf(callback)
    const cookie = browser.cookies.get('almoner-auth-request') ?? ''
    const attacker = setup.browser()
    expectRefused(attacker, await validate(attacker, params), 409)
    expect((await validate(browser, params)).statusCode).toBe(200)
    attacker.cookies.set('almoner-auth-request', cookie)
    expectRefused(attacker, await validate(attacker, params), 409)
  })

  test('rejects a code that the portal did not issue', async () => {
    const user = await setup.makePerson()
    const { browser, callback } = await signInFlow(user.ssoId)
    expectRefused(browser, await validate(browser, { ...callbackParamsOf(callback), code: 'another' }))
  })

  test('rejects an invalid form or invalid SAML without details', async () => {
    const browser = setup.browser()
    expect((await browser.post('/api/sign-in/saml/bank/acs', { SAMLResponse: 'x' })).statusCode).toBe(400)
    const { RelayState } = await setup.visit(browser)
    expect(locationOf(await setup.post(browser, { SAMLResponse: 'bm8geG1s', RelayState }))).toBe(refusal)
  })

  test('rejects a login that reuses the provider’s session although reauthentication was requested', async () => {
    const strict = await startSamlPortal({ forceReauthentication: true })
    const user = await strict.makePerson()
    await strict.bank.set({ nameId: user.ssoId })
    const browser = strict.browser()
    const callback = await strict.post(browser, await strict.visit(browser))
    expect(callbackParamsOf(callback)).toHaveProperty('code')
    expect((await strict.bank.lastRequest()).xml).toContain('ForceAuthn="true"')
    await strict.bank.set({ signedInAgoS: 3600 })
    expect(locationOf(await strict.post(browser, await strict.visit(browser)))).toBe(refusal)
    await strict.stop()
  })
})
