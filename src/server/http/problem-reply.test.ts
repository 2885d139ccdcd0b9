import { Writable } from 'node:stream'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { problemDocument } from '../../contract/problem-document.ts'
import { Problem, problems } from '../../contract/problems.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { setStatusOf } from '../../testing/factories/change-account.ts'
import { type MadeFund, makeFund } from '../../testing/factories/make-fund.ts'
import { startSignIn, testBrowser } from '../../testing/sign-in/sign-in.ts'
import { tooBusy } from './retry-later.ts'
import { route } from './route.ts'

let portal: TestApp
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal)
})
afterAll(() => portal.close())

const ask = (request: InjectOptions, signedIn = true): Promise<LightMyRequestResponse> =>
  portal.app.inject({
    method: 'GET',
    ...request,
    headers: {
      host: 'npt.localhost:3000',
      ...(signedIn ? fund.donor.session.headers : {}),
      ...request.headers,
    },
  })

const json = { 'content-type': 'application/json' }
const grants = () => `/api/accounts/${fund.fundId}/grants`

/** Internals that a reply must not contain: SQL, tables, files, libraries, stack traces. */
const internals =
  /select |insert into|relation "|fund_account|column "|constraint|node_modules|\.ts\b|\bat \w+ \(|fastify|FST_|postgres|kysely|pg_|zod|stack/i

/** Expects a problem document with a trace ID, never cached and without internals (§10). */
function expectProblem(
  response: LightMyRequestResponse,
  status: number,
): ReturnType<typeof problemDocument.parse> {
  expect(response.statusCode, response.body).toBe(status)
  expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(response.headers['cache-control']).toBe('no-store')
  const problem = problemDocument.parse(response.json())
  expect(problem.status).toBe(status)
  expect(problem.type).toMatch(/^urn:almoner:problem:[a-z-]+$/)
  expect(problem.title).toBe(problems[problem.type.split(':').at(-1) as keyof typeof problems].title)
  expect(problem.traceId).toMatch(/^[0-9a-f-]{36}$/)
  expect(response.body).not.toMatch(internals)
  return problem
}

describe('every error is a problem document with a trace ID and without internals', () => {
  test.each<[string, number, () => InjectOptions]>([
    ['an unknown address', 404, () => ({ url: '/api/nothing' })],
    ['an unknown method', 404, () => ({ method: 'DELETE', url: '/api/accounts' })],
    ['a malformed address', 400, () => ({ url: '/api/accounts/%ZZ' })],
    ['an address with a part of 300 characters', 400, () => ({ url: `/api/grants/${'a'.repeat(300)}` })],
    ['an invalid query', 400, () => ({ url: '/api/accounts?first=many' })],
    [
      'a body that is not JSON',
      400,
      () => ({ method: 'POST', url: grants(), headers: json, payload: '{"data":' }),
    ],
    ['an empty body', 400, () => ({ method: 'POST', url: grants(), headers: json, payload: '' })],
    ['no body', 400, () => ({ method: 'POST', url: grants() })],
    [
      'an unsupported media type',
      400,
      () => ({ method: 'POST', url: grants(), headers: { 'content-type': 'text/csv' }, payload: 'a,b' }),
    ],
    [
      'a body that would change prototypes',
      400,
      () => ({ method: 'POST', url: grants(), headers: json, payload: '{"__proto__":{"certified":true}}' }),
    ],
    [
      'a body of a megabyte',
      413,
      () => ({ method: 'POST', url: grants(), headers: json, payload: JSON.stringify('x'.repeat(1 << 20)) }),
    ],
    ['an unknown host', 404, () => ({ url: '/api/client-context', headers: { host: 'evil.example' } })],
    ['an unknown client', 404, () => ({ url: '/api/accounts', headers: { host: 'nobody.localhost' } })],
    ['another person’s fund', 404, () => ({ url: '/api/accounts/99999999' })],
  ])('%s', async (_what, status, request) => {
    expectProblem(await ask(request()), status)
  })

  test('lists errors by field (§8)', async () => {
    const problem = expectProblem(await ask({ url: '/api/accounts?first=0&sort=no!' }), 400)
    expect(Object.keys(problem.errors ?? {}).sort()).toEqual(['first', 'sort'])
  })

  test.each([
    ['no credentials', {}],
    ['a cookie without a token', { authorization: '' }],
    ['a token without a cookie', { cookie: '' }],
    ['a malformed token', { authorization: 'Bearer nonsense' }],
    [
      'a token of another session',
      { authorization: 'Bearer v1.00000000-0000-7000-8000-000000000000.9999999999999.x' },
    ],
  ])('signed out: %s (§8)', async (_what, headers) => {
    expectProblem(await ask({ url: '/api/accounts', headers }, Object.keys(headers).length > 0), 401)
  })

  test('does not reveal to signed-out callers whether an address is well formed', async () => {
    for (const url of ['/api/accounts/1', '/api/accounts?first=0', `/api/accounts/${fund.fundId}`])
      expectProblem(await ask({ url }, false), 401)
  })

  test('explains a conflict (§8)', async () => {
    const payload = { userId: 'nobody', password: 'of importance' }
    const headers = { origin: 'http://npt.localhost:3000' }
    const problem = expectProblem(
      await ask({ method: 'POST', url: '/api/Authentication/Login', headers, payload }, false),
      409,
    )
    expect(problem.detail).toBeTruthy()
  })

  test('answers repeated wrong passwords with 429 (§8)', async () => {
    const browser = testBrowser(portal.app, 'http://npt.localhost:3000')
    await startSignIn(browser)
    const guess = () => browser.post('/api/Authentication/Login', { userId: 'nobody', password: 'wrong' })
    let answer = await guess()
    for (let guesses = 1; answer.statusCode === 400 && guesses < 50; guesses++) answer = await guess()
    expectProblem(answer, 429)
  })

  test('answers an internal error with a trace ID and no detail (§8)', async () => {
    await portal.database.admin.query('alter table account_balance rename to account_balance_away')
    try {
      const problem = expectProblem(await ask({ url: '/api/accounts' }), 500)
      expect(problem.detail).toBeUndefined()
    } finally {
      await portal.database.admin.query('alter table account_balance_away rename to account_balance')
    }
    expect((await ask({ url: '/api/accounts' })).statusCode).toBe(200)
  })

  test('replaces a reply that violates its contract by an internal error', async () => {
    const wrong = `fund_${fund.fundId}`
    await portal.database.admin.query(
      `alter table fund_account drop constraint fund_account_account_status_check`,
    )
    await setStatusOf(portal.database.admin, fund.accountId, wrong)
    expectProblem(await ask({ url: '/api/accounts' }), 500)
    await setStatusOf(portal.database.admin, fund.accountId, 'Active')
  })
})

describe('the error handler answers any thrown value with a problem document', () => {
  const throwing = () => {
    throw new Error('the thrown value must not be read')
  }
  const everyTrap = {
    get: throwing,
    has: throwing,
    getPrototypeOf: throwing,
    ownKeys: throwing,
    getOwnPropertyDescriptor: throwing,
  }
  const withGetter = (name: string) => Object.defineProperty(new Error('x'), name, { get: throwing })
  const postgresError = (code: string) => Object.assign(new Error('of PostgreSQL'), { code })
  const thrown: readonly [name: string, value: unknown, status: number][] = [
    ['null', null, 500],
    ['undefined', undefined, 500],
    ['a text', 'a text', 500],
    ['a symbol', Symbol('x'), 500],
    ['a number', 404, 500],
    ['an object without a prototype', Object.create(null), 500],
    ['a proxy that throws on every access', new Proxy({}, everyTrap), 500],
    ['a proxy of an error', new Proxy(new Error('x'), everyTrap), 500],
    ['an error whose statusCode throws', withGetter('statusCode'), 500],
    ['an error whose code throws', withGetter('code'), 500],
    ['an error whose validation throws', withGetter('validation'), 500],
    ['an error whose headers throw', withGetter('headers'), 500],
    ['an error whose message throws', withGetter('message'), 500],
    ['an error whose stack throws', withGetter('stack'), 500],
    ['a problem with an unknown code', Object.assign(new Problem('conflict'), { code: 'constructor' }), 500],
    ['a problem without properties', Object.create(Problem.prototype), 500],
    ['a problem that JSON cannot represent', Object.assign(new Problem('conflict'), { detail: 1n }), 500],
    ['a problem', new Problem('conflict'), 409],
    ['a problem with a retry delay', new Problem('unavailable', { retryAfterS: 7 }), 503],
    ['a full queue', tooBusy('unavailable', 'Many people are here.', 30), 503],
    ['SQLSTATE 22P02', postgresError('22P02'), 400],
    ['SQLSTATE 22021', postgresError('22021'), 400],
    ['SQLSTATE 22P05', postgresError('22P05'), 400],
    ['another SQLSTATE', postgresError('23505'), 500],
  ]
  let failing: TestApp
  const logged: string[] = []
  beforeAll(async () => {
    failing = await startTestApp({
      settings: {
        routes: thrown.map(([, value], at) =>
          route(
            endpoint({
              method: 'GET',
              path: `/api/fails/${at}`,
              summary: 'Fails',
              access: 'public',
              reply: z.object({}),
            }),
            async () => {
              throw value
            },
          ),
        ),
        log: pino(
          { level: 'warn' },
          new Writable({
            write: (chunk, _encoding, done) => {
              logged.push(String(chunk))
              done()
            },
          }),
        ),
      },
    })
  })
  afterAll(() => failing.close())

  test.each(thrown.map(([name, , status], at) => [name, status, at] as const))(
    'answers %s with %i',
    async (_name, status, at) => {
      const headers = { host: 'npt.localhost:3000' }
      expectProblem(await failing.app.inject({ url: `/api/fails/${at}`, headers }), status)
    },
  )

  test.each([
    ['a full queue', 40],
    ['a problem with a retry delay', 50],
  ])('logs %s at level %i', async (name, level) => {
    const at = thrown.findIndex(([each]) => each === name)
    logged.length = 0
    await failing.app.inject({ url: `/api/fails/${at}`, headers: { host: 'npt.localhost:3000' } })
    expect(logged.map(line => JSON.parse(line).level)).toEqual([level])
  })

  test('sends Retry-After for a problem with a retry delay', async () => {
    const at = thrown.findIndex(([name]) => name === 'a problem with a retry delay')
    const { headers } = await failing.app.inject({
      url: `/api/fails/${at}`,
      headers: { host: 'npt.localhost:3000' },
    })
    expect(headers['retry-after']).toBe('7')
  })

  test('reports an invalid field whose name is a property of Object.prototype', async () => {
    const answer = await ask(
      {
        method: 'POST',
        url: '/api/session/tab',
        headers: { ...json, origin: 'http://npt.localhost:3000' },
        payload: '{"lastUsed":{"toString":1}}',
      },
      false,
    )
    expect(expectProblem(answer, 400).errors?.toString).toHaveLength(1)
  })
})
