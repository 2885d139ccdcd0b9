import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { TestSession } from '../app.ts'
import { locationOf, type TestBrowser } from '../sign-in/sign-in.ts'

/** The parameters of the redirect to /sso. */
export type CallbackParams = { code: string; state: string; iss?: string }

/** Follows the 'Log In' link; returns the address of the provider's authorization endpoint. */
export async function startAuthorization(
  browser: TestBrowser,
  provider: string,
  returnTo = '/fund-activity',
): Promise<URL> {
  const search = new URLSearchParams({ provider, returnTo })
  return new URL(locationOf(await browser.get(`/api/sign-in/start?${search}`)))
}

/** Follows the provider's redirect to the portal; returns the parameters for /sso. Throws when the portal refuses. */
export async function followCallback(browser: TestBrowser, atProvider: URL): Promise<CallbackParams> {
  const response = await fetch(atProvider, { redirect: 'manual' })
  const back = response.headers.get('location')
  if (back === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
  return callbackParamsOf(await browser.get(back))
}

/** Reads the parameters from the portal's redirect to /sso. */
export function callbackParamsOf(response: LightMyRequestResponse): CallbackParams {
  const { pathname, searchParams } = new URL(locationOf(response), 'http://portal.invalid')
  const { code, state, iss } = Object.fromEntries(searchParams)
  if (pathname !== '/sso' || code === undefined || state === undefined)
    throw new Error(`the portal redirected to ${pathname}?${searchParams}`)
  return { code, state, ...(iss === undefined ? {} : { iss }) }
}

export const validate = (browser: TestBrowser, params: CallbackParams) =>
  browser.post('/api/User/ValidateSsoId', params)

/** Expects that the sign-in is rejected without a reason and without a session. 409: this browser has no such attempt. */
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

/** The new session, in the form that test calls use. */
export function sessionOf(browser: TestBrowser, answer: LightMyRequestResponse, client: string): TestSession {
  if (answer.statusCode !== 200)
    throw new Error(`ValidateSsoId answered ${answer.statusCode}: ${answer.body}`)
  const cookie = `almoner-session=${browser.cookies.get('almoner-session')}`
  return { client, headers: { cookie, authorization: String(answer.headers.authorization) } }
}
