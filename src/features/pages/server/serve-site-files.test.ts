import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '../../../clients/clients.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'

const providerOfBank = {
  kind: 'openid',
  name: 'bank',
  title: 'The bank',
  issuer: 'https://login.bank.example',
  clientId: 'almoner',
  clientSecretName: 'BANK_SECRET',
  scopes: [],
  forceReauthentication: false,
  linkBy: { to: 'ssoId', claim: 'sub' },
} as const

let portal: TestApp
let demonstration: TestApp
beforeAll(async () => {
  portal = await startTestApp({
    clock: testClock('2026-11-20T15:00:00Z'),
    clients: {
      ...clients,
      outside: { ...npt, name: 'outside', identityProviders: [providerOfBank] },
      plain: { ...npt, name: 'plain', profileUpdates: false, home: { ...npt.home, picture: null } },
    },
    settings: { providerSecrets: { BANK_SECRET: 'secret' }, mode: 'production' },
  })
  demonstration = await startTestApp()
})
afterAll(() => Promise.all([portal.close(), demonstration.close()]))

const get = (url: string, client = 'npt', app = portal.app) =>
  app.inject({ url, headers: { host: hostOf(client), accept: '*/*' } })

describe('/picture.svg', () => {
  test('is the drawing of the client, cached for a day and confirmed by its tag', async () => {
    const npt = await get('/picture.svg')
    expect(npt.headers['content-type']).toContain('image/svg+xml')
    expect(npt.headers['cache-control']).toBe('public, max-age=86400')
    expect(npt.body).toContain('id="picture"')
    expect((await get('/picture.svg', 'ubs')).body).not.toBe(npt.body)
    const again = await portal.app.inject({
      url: '/picture.svg',
      headers: { host: hostOf('npt'), 'if-none-match': String(npt.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  test('does not exist at a client without one', async () => {
    expect((await get('/picture.svg', 'plain')).statusCode).toBe(404)
  })
})

describe('/robots.txt', () => {
  test('allows the public screens that the client has, and nothing else', async () => {
    const { statusCode, headers, body } = await get('/robots.txt')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const lines = body.trim().split('\n')
    expect(lines[0]).toBe('User-agent: *')
    expect(lines.at(-1)).toBe('Disallow: /')
    expect(lines).toEqual(expect.arrayContaining(['Allow: /$', 'Allow: /faq$', 'Allow: /resources$']))
    expect(body).not.toMatch(/sign-in|sso|403|my-profile|fund-activity|content\$|confirm/)
    // There people see Forms/Resources only after logging in.
    expect((await get('/robots.txt', 'ubs')).body).not.toContain('/resources')
  })

  test('allows nothing of a demonstration', async () => {
    const { statusCode, body } = await get('/robots.txt', 'npt', demonstration.app)
    expect([statusCode, body]).toEqual([200, 'User-agent: *\nDisallow: /\n'])
  })
})

describe('/.well-known/security.txt (RFC 9116)', () => {
  test('names the client’s contact, with an expiry within a year', async () => {
    const { statusCode, headers, body } = await get('/.well-known/security.txt', 'rathbones')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toBe(
      'Contact: mailto:security@rathbones.example\nExpires: 2027-05-19T00:00:00.000Z\nPreferred-Languages: en\n' +
        'Canonical: http://rathbones.localhost:3000/.well-known/security.txt\n',
    )
  })
})

describe('/.well-known/change-password', () => {
  test.each([
    ['the password page', 'npt', '/my-profile/password'],
    ['the reset page where profiles cannot be changed', 'plain', '/password-setup'],
  ])('leads to %s', async (_page, client, location) => {
    const { statusCode, headers } = await get('/.well-known/change-password', client)
    expect([statusCode, headers.location]).toEqual([302, location])
  })

  test('returns 404 where people have no password here, and for an unknown well-known address', async () => {
    expect((await get('/.well-known/change-password', 'outside')).statusCode).toBe(404)
    expect((await get('/.well-known/resource-that-should-not-exist')).statusCode).toBe(404)
  })
})

describe('the icon', () => {
  test('is the client’s logo in its colors, and 304 to a browser that has it', async () => {
    const icons = new Map<string, string>()
    for (const client of Object.keys(clients)) {
      const { statusCode, headers, body } = await get('/icon.svg', client)
      expect([statusCode, headers['content-type']], client).toEqual([200, 'image/svg+xml'])
      expect(body).toMatch(/^<svg [^>]+>.*<\/svg>$/)
      icons.set(body, String(headers.etag))
    }
    expect(icons.size).toBe(Object.keys(clients).length)
    const etag = String((await get('/icon.svg')).headers.etag)
    const again = await portal.app.inject({
      url: '/icon.svg',
      headers: { host: hostOf('npt'), 'if-none-match': etag },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('can be no page: it may load and run nothing', async () => {
    expect((await get('/icon.svg')).headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  })

  test('answers /favicon.ico too', async () => {
    const { statusCode, headers } = await get('/favicon.ico')
    expect([statusCode, headers.location]).toEqual([302, '/icon.svg'])
  })
})

test('the address that the staff’s contributions had before leads to their page, with its view', async () => {
  const { statusCode, headers } = await get('/super-user-dashboard/documents?state=received')
  expect([statusCode, headers.location]).toEqual([308, '/super-user-dashboard/contributions?state=received'])
})

test('an unknown host has none of these files', async () => {
  for (const url of ['/robots.txt', '/icon.svg', '/.well-known/security.txt', '/.well-known/change-password'])
    expect((await get(url, 'nobody')).statusCode, url).toBe(404)
})
