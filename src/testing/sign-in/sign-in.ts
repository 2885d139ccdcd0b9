import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestSession } from '../app.ts'

/** A browser as far as signing in needs one: it keeps cookies by name and sends them back, wherever their path. */
export type TestBrowser = {
  cookies: Map<string, string>
  get(address: string): Promise<LightMyRequestResponse>
  /** JSON from a page of the browser's own origin; `headers` can say otherwise. */
  post(address: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** A form that a page of another site posts, as SAML's do. */
  postForm(
    address: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

export function testBrowser(app: FastifyInstance, origin: string): TestBrowser {
  const cookies = new Map<string, string>()
  const send = async (request: InjectOptions) => {
    const response = await app.inject({
      ...request,
      headers: {
        host: new URL(origin).host,
        ...(cookies.size > 0
          ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...request.headers,
      },
    })
    for (const { name, value, expires, maxAge } of response.cookies) {
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now())
      if (gone) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    cookies,
    get: address =>
      send({ method: 'GET', url: withoutOrigin(address, origin), headers: { accept: 'text/html' } }),
    post: (address, body, headers = {}) =>
      send({
        method: 'POST',
        url: withoutOrigin(address, origin),
        headers: { origin, ...headers },
        ...(body ? { payload: body } : {}),
      }),
    postForm: (address, fields, headers = {}) =>
      send({
        method: 'POST',
        url: withoutOrigin(address, origin),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      }),
  }
}

function withoutOrigin(address: string, origin: string): string {
  const url = new URL(address, origin)
  if (url.origin !== origin) throw new Error(`the browser was sent away from ${origin}, to ${url.href}`)
  return `${url.pathname}${url.search}`
}

/** From the 'Log In' link to the screen that asks for the password. */
export async function startSignIn(browser: TestBrowser, returnTo = '/fund-activity'): Promise<void> {
  const start = await browser.get(`/api/sign-in/start?returnTo=${encodeURIComponent(returnTo)}`)
  const atProvider = await browser.get(locationOf(start))
  const screen = locationOf(atProvider)
  if (!screen.endsWith('/sign-in')) throw new Error(`the provider led to ${screen}`)
}

/** From the password to what the provider gives the browser to bring to /sso. */
export async function enterPassword(
  browser: TestBrowser,
  userId: string,
  password: string,
): Promise<{ code: string; state: string; iss: string }> {
  const posted = await browser.post('/api/Authentication/Login', { userId, password })
  if (posted.statusCode !== 200)
    throw new Error(`the password was answered by ${posted.statusCode}: ${posted.body}`)
  const { step, redirectTo } = posted.json<{ step: string; redirectTo: string }>()
  if (step !== 'done') throw new Error(`after the password comes ${step}`)
  return comeBack(browser, redirectTo)
}

/** From where the login workflow leads to what the provider gives the browser to bring to /sso. */
export async function comeBack(
  browser: TestBrowser,
  redirectTo: string,
): Promise<{ code: string; state: string; iss: string }> {
  const { searchParams: returned } = new URL(locationOf(await browser.get(redirectTo)))
  const read = (name: string) => {
    const value = returned.get(name)
    if (value === null) throw new Error(`the provider returned ${returned}, without ${name}`)
    return value
  }
  return { code: read('code'), state: read('state'), iss: read('iss') }
}

/** The whole way of §4's sign-in over HTTP, up to a session. */
export async function signInStepByStep(
  app: FastifyInstance,
  who: { client: string; origin: string; userId: string; password: string },
): Promise<TestSession> {
  const browser = testBrowser(app, who.origin)
  await startSignIn(browser)
  const returned = await enterPassword(browser, who.userId, who.password)
  const validated = await browser.post('/api/User/ValidateSsoId', returned)
  if (validated.statusCode !== 200)
    throw new Error(`ValidateSsoId answered ${validated.statusCode}: ${validated.body}`)
  const session = [...browser.cookies].find(([name]) => name.endsWith('almoner-session'))
  if (!session) throw new Error('no session cookie was set')
  return {
    client: who.client,
    headers: { cookie: session.join('='), authorization: String(validated.headers.authorization) },
  }
}

export function locationOf(response: LightMyRequestResponse): string {
  const { location } = response.headers
  if (location === undefined)
    throw new Error(`answered ${response.statusCode} without going on: ${response.body}`)
  return location
}
