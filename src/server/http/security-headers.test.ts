import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeMatrixBook } from '../../testing/access-matrix/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { makePersonOf } from '../../testing/factories/make-fund.ts'
import { makeWebRoot } from '../../testing/temporary/make-web-root.ts'

// Every kind of response, over http as in the demonstration and over https as in production.

const webRoot = makeWebRoot(readFileSync(new URL('../../app/web/index.html', import.meta.url), 'utf8'))
const [overHttp, overHttps] = ['npt.localhost:3000', 'npt.example.org']

let demonstration: TestApp
let production: TestApp
let signedIn: Record<string, string>

beforeAll(async () => {
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
    name: 'a page that requires signing in',
    status: 200,
    request: { url: '/fund-activity', headers: page },
    policy: 'page',
  },
  {
    name: 'an unknown address',
    status: 404,
    request: { url: '/nothing', headers: page },
    policy: 'page',
  },
  { name: 'a web asset', status: 200, request: { url: '/assets/main-abc.js' } },
  { name: 'an unknown web asset', status: 404, request: { url: '/assets/none.js' } },
  { name: 'a path into another folder', status: 404, request: { url: '/assets/../index.html' } },
  { name: 'a reply of the API', status: 200, request: { url: '/api/client-context' } },
  { name: 'a problem', status: 404, request: { url: '/api/nothing' } },
  { name: 'a refusal', status: 401, request: { url: '/api/session' } },
  {
    name: 'a body that is not JSON',
    status: 400,
    request: {
      method: 'POST',
      url: '/api/Authentication/Login',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    },
  },
  { name: 'an unsupported method', status: 404, request: { method: 'OPTIONS', url: '/api/session' } },
  { name: 'a malformed address', status: 400, request: { url: '/api/accounts/%ZZ' } },
  {
    name: 'an address with a segment that is too long',
    status: 400,
    request: { url: `/api/grants/${'a'.repeat(300)}` },
  },
  { name: 'a redirect', status: 302, request: { url: '/api/sign-in/start' } },
  {
    name: "the provider's discovery",
    status: 200,
    request: { url: '/oidc/.well-known/openid-configuration' },
  },
  {
    name: 'the callback of an unknown provider',
    status: 404,
    request: { url: '/api/sign-in/returned/nobody' },
  },
  {
    name: 'a SAML response of an unknown provider',
    status: 404,
    request: {
      method: 'POST',
      url: '/api/sign-in/saml/nobody/acs',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'SAMLResponse=x',
    },
  },
  { name: 'an error of the provider', status: 302, request: { url: '/oidc/auth' } },
  { name: 'an unknown address of the provider', status: 404, request: { url: '/oidc/nothing' } },
  { name: 'the API documentation', status: 200, request: { url: '/api/docs/' }, policy: 'docs' },
  {
    name: 'a script of the API documentation',
    status: 200,
    request: { url: '/api/docs/static/swagger-ui-bundle.js' },
    policy: 'docs',
  },
  { name: 'the OpenAPI document', status: 200, request: { url: '/api/openapi.json' } },
  { name: 'the health check', status: 200, request: { url: '/healthz' } },
]
const inDemonstration: readonly Kind[] = [
  { name: 'the mail list', status: 200, request: { url: '/dev/mail' }, policy: 'mail' },
  { name: 'the style of the mail list', status: 200, request: { url: '/dev/mail/style.css' } },
]
const unknownHost: Kind = {
  name: 'an unknown host',
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
  // What is no document needs none.
  const permissions = headers['permissions-policy']
  if (permissions !== undefined || !/json|javascript|css/.test(String(headers['content-type'])))
    for (const feature of 'camera microphone geolocation payment usb serial hid'.split(' '))
      expect(permissions).toContain(`${feature}=()`)
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
const emptyPolicy = /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/

describe('every response has the security headers', () => {
  test.each([...kinds, ...inDemonstration, unknownHost])('over http: $name', async kind => {
    const answer = await ask(demonstration, overHttp, kind)
    expect(answer.statusCode).toBe(kind.status)
    expectSecure(answer.headers, { https: false })
    expect(answer.headers['content-security-policy']).toMatch(
      kind.policy ? policies[kind.policy] : emptyPolicy,
    )
  })

  test.each([...kinds, unknownHost])('over https, with HSTS for two years: $name', async kind => {
    const answer = await ask(production, overHttps, kind)
    expect(answer.statusCode).toBe(kind.status)
    expectSecure(answer.headers, { https: true })
  })

  test('only documents carry the permissions policy, which is longer than many a file', async () => {
    const names = ['a page', 'a web asset', 'a reply of the API', 'a refusal', 'the API documentation']
    const asked = kinds.filter(({ name }) => names.includes(name))
    const answers = await Promise.all(asked.map(kind => ask(production, overHttps, kind)))
    const carrying = asked.filter((_, i) => answers[i]?.headers['permissions-policy'] !== undefined)
    expect(carrying.map(({ name }) => name)).toEqual(['a page', 'the API documentation'])
  })

  test('replies to signed-in people and pages are never cached', async () => {
    const headers = { host: overHttp, ...signedIn }
    const session = await demonstration.app.inject({ url: '/api/session', headers })
    expect(session.statusCode).toBe(200)
    expectSecure(session.headers, { https: false })
    expect(session.headers['cache-control']).toBe('no-store')
    const shown = await ask(demonstration, overHttp, kinds[0] as Kind)
    expect(shown.headers['cache-control']).toBe('no-store')
  })

  test('each page has its own nonce, and no part of the request appears in it as markup', async () => {
    const attack = '/?x=<script>alert(1)</script>&"onload="x'
    const pages = await Promise.all(
      ['/', '/', attack].map(url => demonstration.app.inject({ url, headers: { host: overHttp, ...page } })),
    )
    const nonces = pages.map(
      ({ headers }) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1],
    )
    expect(new Set(nonces).size).toBe(3)
    expect(pages[2]?.body).not.toContain('alert(1)')
    // The page has no inline script, except JSON data, which does not run.
    expect(pages[0]?.body.match(/<script(?![^>]* src=)(?![^>]*type="application\/json")/g)).toBeNull()
  })

  test('no response allows another site to read it', async () => {
    for (const kind of kinds) {
      const request = {
        ...kind.request,
        headers: { ...kind.request.headers, origin: 'https://evil.example' },
      }
      const { headers } = await ask(demonstration, overHttp, { ...kind, request })
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      // The provider's discovery document is public.
      if (!kind.name.includes('discovery')) expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('rejects a request that is not HTTP with the same headers and no body', async () => {
    const { app } = production
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const text = await new Promise<string>((resolve, reject) => {
      let received = ''
      const socket = connect(port, '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'))
      socket.on('data', data => {
        received += data.toString('latin1')
      })
      socket.on('close', () => resolve(received))
      socket.on('error', reject)
    })
    const [head = '', body] = text.split('\r\n\r\n')
    const [status, ...lines] = head.split('\r\n')
    expect(status).toBe('HTTP/1.1 400 Bad Request')
    expectSecure(Object.fromEntries(lines.map(line => line.split(': ', 2))), { https: true })
    expect(body).toBe('')
  })
})
