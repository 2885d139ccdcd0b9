import { createVerify, generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSession, ssoVerify } from '../../../features/sign-in/sign-in.contract.ts'
import {
  broughtBy,
  expectRefused,
  leaveFor,
  sessionOf,
  validate,
} from '../../../testing/providers/outside-walk.ts'
import { samlMischief } from '../../../testing/providers/saml-control.ts'
import { type SamlPortal, samlHere, startSamlPortal } from '../../../testing/providers/saml-portal.ts'
import { locationOf, type TestBrowser } from '../../../testing/signing-in/sign-in-walk.ts'

let about: SamlPortal
beforeAll(async () => {
  about = await startSamlPortal()
})
afterAll(() => about.stop())
afterEach(() => about.bank.set({ mischief: null, signedInAgoS: 5, attributes: {} }))

const refusal = '/sso?error=access_denied'

/** The whole walk: where the portal leads after the provider's POST, and the session's answer where there is one. */
async function walk(nameId: string, browser: TestBrowser = about.browser()) {
  await about.bank.set({ nameId })
  const posted = await about.visit(browser)
  const landed = await about.post(browser, posted)
  return { browser, posted, landed }
}

async function expectSignedIn(nameId: string): Promise<void> {
  const { browser, landed } = await walk(nameId)
  expect((await validate(browser, broughtBy(landed))).statusCode).toBe(200)
}

describe('open-points 8 a SAML 2.0 provider of the bank', () => {
  test('§4 the way through it delivers cookie, token, roles and the place to go on, like any other', async () => {
    const user = await about.makePerson()
    const { browser, landed } = await walk(user.ssoId)
    expect(landed.statusCode).toBe(303)
    const answer = await validate(browser, broughtBy(landed))
    expect(answer.json()).toEqual({ returnTo: '/fund-activity' })
    const as = sessionOf(browser, answer, 'npt')
    const { reply } = await about.portal.call(ssoVerify, {}, { as })
    expect(reply).toMatchObject({ userId: user.userId, scope: ['api_access'] })
    expect((await about.portal.call(endSession, {}, { as })).reply).toEqual({ providerLogout: null })
  })

  test('open-points 8 the journey there and back has a cookie of its own, None and Secure, for ten minutes', async () => {
    const start = await about.browser().get('/api/sign-in/start')
    expect(start.cookies.find(({ name }) => name === 'almoner-saml-journey')).toMatchObject({
      sameSite: 'None',
      secure: true,
      httpOnly: true,
      path: '/',
      maxAge: 600,
    })
  })

  test('open-points 8 the only provider of a client is gone to at once, and the embedded one is not there', async () => {
    const browser = about.browser()
    expect(locationOf(await browser.get('/api/sign-in/start'))).toContain(`${about.bank.origin}/sign-on?`)
    expect((await browser.get('/oidc/.well-known/openid-configuration')).statusCode).toBe(404)
  })

  test('open-points 8 the portal describes itself to the bank', async () => {
    const metadata = await about.browser().get('/api/sign-in/saml/bank/metadata')
    expect(metadata.headers['content-type']).toContain('application/samlmetadata+xml')
    expect(metadata.body).toContain(`entityID="${samlHere.entityId}"`)
    expect(metadata.body).toContain('WantAssertionsSigned="true"')
    expect(metadata.body).toContain(`Location="${samlHere.acs}"`)
    expect((await about.browser().get('/api/sign-in/saml/other/metadata')).statusCode).toBe(404)
  })

  test('open-points 8 its requests are signed where a key is configured', async () => {
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

  test('open-points 8 an attribute can be the user id, and the NameID is then what the person is known by', async () => {
    const byAttribute = await startSamlPortal({ linkBy: { to: 'ssoId', claim: 'uid' } })
    const user = await byAttribute.makePerson()
    await byAttribute.bank.set({ nameId: 'p-4711', attributes: { uid: user.ssoId } })
    const enter = async () => {
      const browser = byAttribute.browser()
      const landed = await byAttribute.post(browser, await byAttribute.visit(browser))
      return (await validate(browser, broughtBy(landed))).statusCode
    }
    expect(await enter()).toBe(200)
    // From now on the subject counts, whatever the attribute says.
    await byAttribute.bank.set({ attributes: { uid: 'somebody.else@npt.example' } })
    expect(await enter()).toBe(200)
    await byAttribute.bank.set({ nameId: 'p-4712', attributes: { uid: user.ssoId } })
    expect(await enter()).toBe(400)
    await byAttribute.stop()
  })
})

describe('open-points 8 responses that are not good', () => {
  test.each(samlMischief)('open-points 8 refused: %s; the same walk without it succeeds', async mischief => {
    const victim = await about.makePerson()
    // The attacker's own name at the bank begins with the victim's, for the comment to cut it there.
    const own = `${victim.ssoId}.evil.example`
    await about.makePerson(own)
    await expectSignedIn(own)
    await about.bank.set({ mischief, victim: victim.ssoId })
    const { browser, landed } = await walk(own)
    expect(locationOf(landed)).toBe(refusal)
    expect(browser.cookies.has('almoner-journey')).toBe(false)
    await about.bank.set({ mischief: null })
    await expectSignedIn(own)
  })

  test('open-points 8 a response that is posted again, with the cookie of its journey, is refused', async () => {
    const user = await about.makePerson()
    const browser = about.browser()
    await about.bank.set({ nameId: user.ssoId })
    const posted = await about.visit(browser)
    const thief = about.browser()
    thief.cookies.set('almoner-saml-journey', browser.cookies.get('almoner-saml-journey') ?? '')
    expect((await validate(browser, broughtBy(await about.post(browser, posted)))).statusCode).toBe(200)
    expect(locationOf(await about.post(thief, posted))).toBe(refusal)
  })

  test('open-points 8 a response posted to a browser that did not ask for it is refused', async () => {
    const user = await about.makePerson()
    await about.bank.set({ nameId: user.ssoId })
    const posted = await about.visit(about.browser())
    expect(locationOf(await about.post(about.browser(), posted))).toBe(refusal)
    const other = about.browser()
    await leaveFor(other, 'bank')
    expect(locationOf(await about.post(other, posted)), 'another journey').toBe(refusal)
  })

  test('open-points 8 a sign-in that the provider begins by itself is refused', async () => {
    const user = await about.makePerson()
    await about.bank.set({ nameId: user.ssoId })
    const browser = about.browser()
    const { SAMLResponse } = await about.visit(browser)
    expect(locationOf(await about.post(browser, { SAMLResponse }))).toBe(refusal)
    const otherState = { SAMLResponse, RelayState: '/fund-activity' }
    expect(locationOf(await about.post(browser, otherState))).toBe(refusal)
  })

  test('open-points 8 what is brought to /sso without the browser’s own cookie, or twice, is refused', async () => {
    const user = await about.makePerson()
    const { browser, landed } = await walk(user.ssoId)
    const brought = broughtBy(landed)
    const kept = browser.cookies.get('almoner-journey') ?? ''
    const thief = about.browser()
    expectRefused(thief, await validate(thief, brought), 409)
    expect((await validate(browser, brought)).statusCode).toBe(200)
    thief.cookies.set('almoner-journey', kept)
    expectRefused(thief, await validate(thief, brought), 409)
  })

  test('open-points 8 a code that the portal did not give is refused', async () => {
    const user = await about.makePerson()
    const { browser, landed } = await walk(user.ssoId)
    expectRefused(browser, await validate(browser, { ...broughtBy(landed), code: 'another' }))
  })

  test('open-points 8 what is no form, or no SAML, is refused without a word', async () => {
    const browser = about.browser()
    expect((await browser.post('/api/sign-in/saml/bank/acs', { SAMLResponse: 'x' })).statusCode).toBe(400)
    const { RelayState } = await about.visit(browser)
    expect(locationOf(await about.post(browser, { SAMLResponse: 'bm8geG1s', RelayState }))).toBe(refusal)
  })

  test('open-points 8 a provider that is to ask anew, and lets in who was signed in there, is refused', async () => {
    const strict = await startSamlPortal({ asksAnew: true })
    const user = await strict.makePerson()
    await strict.bank.set({ nameId: user.ssoId })
    const browser = strict.browser()
    const landed = await strict.post(browser, await strict.visit(browser))
    expect(broughtBy(landed)).toHaveProperty('code')
    expect((await strict.bank.lastRequest()).xml).toContain('ForceAuthn="true"')
    await strict.bank.set({ signedInAgoS: 3600 })
    expect(locationOf(await strict.post(browser, await strict.visit(browser)))).toBe(refusal)
    await strict.stop()
  })
})
