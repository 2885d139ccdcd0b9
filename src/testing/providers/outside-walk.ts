import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { TestSession } from '../app.ts'
import { locationOf, type TestBrowser } from '../signing-in/sign-in-walk.ts'

/** What a browser brings to /sso. */
export type Brought = { code: string; state: string; iss?: string }

/** From the 'Log In' link to the address at the provider. */
export async function leaveFor(
  browser: TestBrowser,
  provider: string,
  returnTo = '/fund-activity',
): Promise<URL> {
  const search = new URLSearchParams({ provider, returnTo })
  return new URL(locationOf(await browser.get(`/api/sign-in/start?${search}`)))
}

/** From there back to what it is to bring to /sso; throws where the portal would not have it. */
export async function comeBackFrom(browser: TestBrowser, atProvider: URL): Promise<Brought> {
  const answered = await fetch(atProvider, { redirect: 'manual' })
  const back = answered.headers.get('location')
  if (back === null) throw new Error(`the provider answered ${answered.status}: ${await answered.text()}`)
  return broughtBy(await browser.get(back))
}

/** What the portal's own redirection to /sso carries. */
export function broughtBy(response: LightMyRequestResponse): Brought {
  const { pathname, searchParams } = new URL(locationOf(response), 'http://portal.invalid')
  const { code, state, iss } = Object.fromEntries(searchParams)
  if (pathname !== '/sso' || code === undefined || state === undefined)
    throw new Error(`the portal led to ${pathname}?${searchParams}`)
  return { code, state, ...(iss === undefined ? {} : { iss }) }
}

export const validate = (browser: TestBrowser, brought: Brought) =>
  browser.post('/api/User/ValidateSsoId', brought)

/** The sign-in is refused, nothing says why, and no session has begun. 409: this browser has no such attempt (any more). */
export function expectRefused(
  browser: TestBrowser,
  answer: LightMyRequestResponse,
  status: 400 | 409 = 400,
): void {
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).not.toHaveProperty('detail')
  expect(answer.headers.authorization).toBeUndefined()
  expect(browser.cookies.has('almoner-session')).toBe(false)
}

/** The session that has begun, as tests send it. */
export function sessionOf(browser: TestBrowser, answer: LightMyRequestResponse, client: string): TestSession {
  if (answer.statusCode !== 200)
    throw new Error(`ValidateSsoId answered ${answer.statusCode}: ${answer.body}`)
  const cookie = `almoner-session=${browser.cookies.get('almoner-session')}`
  return { client, headers: { cookie, authorization: String(answer.headers.authorization) } }
}
