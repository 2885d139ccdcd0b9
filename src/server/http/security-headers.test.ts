import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeMatrixBook } from '../../testing/access-matrix/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { makePersonOf } from '../../testing/factories/make-fund.ts'

// Every kind of answer that the program gives, over http as in the demonstration and at https as in production.

const webRoot = mkdtempSync(join(tmpdir(), 'almoner-web-'))
const [overHttp, overHttps] = ['npt.localhost:3000', 'npt.example.org']

let demonstration: TestApp
let production: TestApp
let signedIn: Record<string, string>

beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(
    join(webRoot, 'index.html'),
    readFileSync(new URL('../../app/web/index.html', import.meta.url), 'utf8'),
  )
  writeFileSync(join(webRoot, 'screens.json'), '{}')
  writeFileSync(join(webRoot, 'themes.json'), '{}')
  writeFileSync(join(webRoot, 'assets', 'main-abc.js'), 'export {}')
  demonstration = await startTestApp({ settings: { webRoot } })
  production = await startTestApp({
    settings: {
      webRoot,
      mode: 'production',
      addresses: { originPattern: 'https://{client}.example.org', defaultClient: 'npt' },
    },
  })
  const { fund } = await makeMatrixBook(demonstration, 'npt')
  signedIn = (await makePersonOf(demonstration, fund)).session.headers
})
afterAll(async () => {
  await Promise.all([demonstration.close(), production.close()])
  rmSync(webRoot, { recursive: true })
})

const page = { accept: 'text/html' }
type Kind = { name: string; status: number; request: InjectOptions; policy?: 'page' | 'docs' | 'mail' }
const kinds: readonly Kind[] = [
  { name: 'a page', status: 200, request: { url: '/', headers: page }, policy: 'page' },
  {
    name: 'the head of a page',
    status: 200,
    request: { method: 'HEAD', url: '/', headers: page },
    policy: 'page',
  },
  {
    name: 'a page that asks for a sign-in',
    status: 200,
    request: { url: '/fund-activity', headers: page },
    policy: 'page',
  },
  {
    name: 'an address that no screen has',
    status: 404,
    request: { url: '/nothing', headers: page },
    policy: 'page',
  },
  {
    name: 'a screen that is not built',
    status: 404,
    request: { url: '/financial-advisor-dashboard', headers: page },
    policy: 'page',
  },
  { name: 'a file of the web', status: 200, request: { url: '/assets/main-abc.js' } },
  { name: 'a file that there is not', status: 404, request: { url: '/assets/none.js' } },
  { name: 'an address of another folder', status: 404, request: { url: '/assets/../index.html' } },
  { name: 'an answer of the API', status: 200, request: { url: '/api/client-context' } },
  { name: 'a problem', status: 404, request: { url: '/api/nothing' } },
  { name: 'a refusal', status: 401, request: { url: '/api/session' } },
  {
    name: 'a body that is no JSON',
    status: 400,
    request: {
      method: 'POST',
      url: '/api/Authentication/Login',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    },
  },
  { name: 'a method that nothing takes', status: 404, request: { method: 'OPTIONS', url: '/api/session' } },
  { name: 'an address that the router cannot read', status: 400, request: { url: '/api/accounts/%ZZ' } },
  {
    name: 'an address with too long a part',
    status: 400,
    request: { url: `/api/grants/${'a'.repeat(300)}` },
  },
  { name: 'a redirection', status: 302, request: { url: '/api/sign-in/start' } },
  {
    name: "the provider's discovery",
    status: 200,
    request: { url: '/oidc/.well-known/openid-configuration' },
  },
  {
    name: 'an answer of a provider that there is not',
    status: 404,
    request: { url: '/api/sign-in/returned/nobody' },
  },
  {
    name: 'a SAML response for nobody',
    status: 404,
    request: {
      method: 'POST',
      url: '/api/sign-in/saml/nobody/acs',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'SAMLResponse=x',
    },
  },
  { name: "the provider's refusal", status: 302, request: { url: '/oidc/auth' } },
  { name: 'nothing at the provider', status: 404, request: { url: '/oidc/nothing' } },
  { name: 'the page of the API', status: 200, request: { url: '/api/docs/' }, policy: 'docs' },
  {
    name: 'a script of the page of the API',
    status: 200,
    request: { url: '/api/docs/static/swagger-ui-bundle.js' },
    policy: 'docs',
  },
  { name: 'the description of the API', status: 200, request: { url: '/api/openapi.json' } },
  { name: 'the health', status: 200, request: { url: '/healthz' } },
]
const inDemonstration: readonly Kind[] = [
  { name: 'the mails', status: 200, request: { url: '/dev/mail' }, policy: 'mail' },
  { name: "the mails' style", status: 200, request: { url: '/dev/mail/style.css' } },
]
const elsewhere: Kind = {
  name: "a host that is nobody's",
  status: 404,
  request: { url: '/', headers: { ...page, host: 'evil.example' } },
}

const ask = ({ app }: TestApp, host: string, { request }: Kind) =>
  app.inject({ method: 'GET', ...request, headers: { host, ...request.headers } })

type Headers = Record<string, unknown>

function expectSecure(headers: Headers, { https }: { https: boolean }): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
  })
  expect(headers['strict-transport-security']).toBe(https ? 'max-age=63072000; includeSubDomains' : undefined)
  for (const feature of 'camera microphone geolocation payment usb serial hid'.split(' '))
    expect(headers['permissions-policy']).toContain(`${feature}=()`)
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).not.toMatch(/unsafe-|https?:|\*|blob:|strict-dynamic/)
  for (const name of ['server', 'x-powered-by']) expect(headers[name]).toBeUndefined()
}

const policies: Record<NonNullable<Kind['policy']>, RegExp> = {
  page: /; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{24}'; .*; worker-src 'self'; .*; form-action 'self'; .*require-trusted-types-for 'script'; trusted-types default$/,
  docs: /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[^']+'; connect-src 'self'; /,
  mail: /^default-src 'none'; style-src 'self'; /,
}
const nothing = /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/

describe('the browser is told the same rules by every answer', () => {
  test.each([...kinds, ...inDemonstration, elsewhere])('over http: $name', async kind => {
    const answer = await ask(demonstration, overHttp, kind)
    expect(answer.statusCode).toBe(kind.status)
    expectSecure(answer.headers, { https: false })
    expect(answer.headers['content-security-policy']).toMatch(kind.policy ? policies[kind.policy] : nothing)
  })

  test.each([...kinds, elsewhere])('at https, HSTS for two years: $name', async kind => {
    const answer = await ask(production, overHttps, kind)
    expect(answer.statusCode).toBe(kind.status)
    expectSecure(answer.headers, { https: true })
  })

  test('an answer to somebody signed in is kept by no cache, and neither is a page', async () => {
    const headers = { host: overHttp, ...signedIn }
    const session = await demonstration.app.inject({ url: '/api/session', headers })
    expect(session.statusCode).toBe(200)
    expectSecure(session.headers, { https: false })
    expect(session.headers['cache-control']).toBe('no-store')
    const shown = await ask(demonstration, overHttp, kinds[0] as Kind)
    expect(shown.headers['cache-control']).toBe('no-store')
  })

  test('no two pages bear the same nonce, and nothing of a request reaches the page as markup', async () => {
    const attack = '/?x=<script>alert(1)</script>&"onload="x'
    const pages = await Promise.all(
      ['/', '/', attack].map(url => demonstration.app.inject({ url, headers: { host: overHttp, ...page } })),
    )
    const nonces = pages.map(
      ({ headers }) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1],
    )
    expect(new Set(nonces).size).toBe(3)
    expect(pages[2]?.body).not.toContain('alert(1)')
    // No script of the page stands in it: one of data, which does not run, and one by its address.
    expect(pages[0]?.body.match(/<script(?![^>]* src=)(?![^>]*type="application\/json")/g)).toBeNull()
  })

  test('no answer lets another site read it', async () => {
    for (const kind of kinds) {
      const request = {
        ...kind.request,
        headers: { ...kind.request.headers, origin: 'https://evil.example' },
      }
      const { headers } = await ask(demonstration, overHttp, { ...kind, request })
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      // The provider's public description is anybody's to read.
      if (!kind.name.includes('discovery')) expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('what is no HTTP at all is refused with the same headers, and told nothing', async () => {
    const { app } = production
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const text = await new Promise<string>((resolve, reject) => {
      let heard = ''
      const socket = connect(port, '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'))
      socket.on('data', data => {
        heard += data.toString('latin1')
      })
      socket.on('close', () => resolve(heard))
      socket.on('error', reject)
    })
    const [head = '', body] = text.split('\r\n\r\n')
    const [status, ...lines] = head.split('\r\n')
    expect(status).toBe('HTTP/1.1 400 Bad Request')
    expectSecure(Object.fromEntries(lines.map(line => line.split(': ', 2))), { https: true })
    expect(body).toBe('')
  })
})
