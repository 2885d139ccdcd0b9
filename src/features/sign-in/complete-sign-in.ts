import { Problem, problems } from '../../contract/problems.ts'
import { call } from '../../web/calling/call.ts'
import { clientContext } from '../../web/context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { finishSignIn, openThisTab, startSession } from '../../web/session/session.ts'
import { authToken, sessionStore } from '../../web/session/session-store.ts'
import { endSession, ssoVerify, validateSsoId } from './sign-in.contract.ts'

/** `validation`: the person may not come in; `failure`: nobody can tell, something on the way did not work. */
export type Completed = { ok: true; returnTo: string } | { ok: false; why: 'validation' | 'failure' }

let completing: { search: string; outcome: Promise<Completed> } | undefined

/**
 * §4: login is complete when the person is validated, roles are received, the account is loaded and the content is
 * there. `search` is what the provider gave the browser; a code is good once, so a second rendering shares the first
 * one's outcome. Any page can link to this screen, so a failure ends nothing but the session that this sign-in attempt
 * itself has begun: a person who was signed in before stays signed in, in every tab.
 */
export function completeSignIn(search: string): Promise<Completed> {
  if (completing?.search !== search) completing = { search, outcome: complete(new URLSearchParams(search)) }
  return completing.outcome
}

async function complete(returned: URLSearchParams): Promise<Completed> {
  const [code, state, iss] = [returned.get('code'), returned.get('state'), returned.get('iss')]
  if (!code || !state) return await withoutAttempt()
  // The place to go on to, once the server has begun a session for this attempt.
  let returnTo: string | null = null
  try {
    sessionStore.set({ state: 'signing-in' })
    authToken.clear()
    returnTo = (await call(validateSsoId, { body: { code, state, ...(iss ? { iss } : {}) } })).returnTo
    await call(ssoVerify, {})
    const [opening] = await Promise.all([openThisTab(), content()])
    // The browser keeps no cookies, perhaps.
    if (opening === null) throw new Problem('unexpected')
    finishSignIn(opening)
    return { ok: true, returnTo }
  } catch (error) {
    // §5: every message of these calls is hidden; the screen says what §4 words.
    const isRefused = error instanceof Problem && problems[error.code].status < 429
    // The token is that of the session which this attempt has begun, for somebody who may not come in.
    if (isRefused && returnTo !== null && authToken.read() !== null)
      await call(endSession, {}).catch(() => undefined)
    authToken.clear()
    await startSession()
    if (!isRefused && returnTo !== null && sessionStore.read().state === 'signed-in')
      return { ok: true, returnTo }
    if (error instanceof Problem && error.code === 'conflict') return await withoutAttempt()
    return { ok: false, why: isRefused ? 'validation' : 'failure' }
  }
}

/** This browser has begun no such sign-in attempt: a person who is signed in goes on to home as if nothing had happened. */
async function withoutAttempt(): Promise<Completed> {
  if (sessionStore.read().state !== 'signed-in') await startSession()
  return sessionStore.read().state === 'signed-in'
    ? { ok: true, returnTo: paths.home() }
    : { ok: false, why: 'validation' }
}

/** What every screen shows around itself: the client's own context, which the page carries. Throws where it does not. */
async function content(): Promise<void> {
  clientContext()
}
