import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestSession } from '../app.ts'

/** The program without a port (`FastifyInstance`), or one that answers over HTTP. */
export type Portal = { inject(options: InjectOptions): Promise<LightMyRequestResponse> }

/** The part of a browser that sign-in needs. It stores cookies by name and sends them to every path. */
export type TestBrowser = {
  cookies: Map<string, string>
  get(address: string): Promise<LightMyRequestResponse>
  /** Posts JSON from a page of the same origin, unless `headers` name another. */
  post(address: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Posts a form from a page of another site, as SAML does. */
  postForm(
    address: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

export function testBrowser(app: Portal, origin: string): TestBrowser {
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
      const isExpired = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now())
      if (isExpired) cookies.delete(name)
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

/** Follows the 'Log In' link to the screen that asks for the password. */
export async function startSignIn(browser: TestBrowser, returnTo = '/fund-activity'): Promise<void> {
  const start = await browser.get(`/api/sign-in/start?returnTo=${encodeURIComponent(returnTo)}`)
  const atProvider = await browser.get(locationOf(start))
  const screen = locationOf(atProvider)
  if (!screen.endsWith('/sign-in')) throw new Error(`the provider redirected to ${screen}`)
}

/** Posts the password; returns the parameters of the redirect to /sso. */
export async function enterPassword(
  browser: TestBrowser,
  userId: string,
  password: string,
): Promise<{ code: string; state: string; iss: string }> {
  const posted = await browser.post('/api/Authentication/Login', { userId, password })
  if (posted.statusCode !== 200) throw new Error(`the password answered ${posted.statusCode}: ${posted.body}`)
  const { step, redirectTo } = posted.json<{ step: string; redirectTo: string }>()
  if (step !== 'done') throw new Error(`the step after the password is ${step}`)
  return followRedirect(browser, redirectTo)
}

/** Follows the login workflow's last redirect; returns the parameters of the redirect to /sso. */
export async function followRedirect(
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

/** Signs in over HTTP, step by step, as a browser does (§4). */
export async function signInStepByStep(
  app: Portal,
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
    throw new Error(`answered ${response.statusCode} without a redirect: ${response.body}`)
  return location
}

/** The cookies of Set-Cookie headers, as far as a test browser reads them. */
export const cookiesOf = (headers: readonly string[]): LightMyRequestResponse['cookies'] =>
  headers.map(header => {
    const [pair = '', ...attributes] = header.split(/;\s*/)
    const at = pair.indexOf('=')
    const attribute = (name: string) =>
      attributes.find(each => each.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
    const [maxAge, expires] = [attribute('max-age'), attribute('expires')]
    return {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
      ...(expires === undefined ? {} : { expires: new Date(expires) }),
    }
  })
