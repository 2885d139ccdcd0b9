import { Problem, problems } from '../../../contract/problems.ts'
import { endSession } from '../../../contract/session.contract.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { finishSignIn, openThisTab, startSession } from '../../../web/session/session.ts'
import { authToken, sessionStore } from '../../../web/session/session-store.ts'
import { ssoVerify, validateSsoId } from './sign-in.contract.ts'

/** `validation`: the person has no access; `failure`: a call failed, so it is not known. */
type SignInOutcome = { ok: true; returnTo: string } | { ok: false; why: 'validation' | 'failure' }

let completing: { search: string; outcome: Promise<SignInOutcome> } | undefined

/**
 * Completes the login of §4: the person is validated, roles are received, the account is loaded and the content is
 * present. `search` is the query of the provider's redirect. A code works once, so a second rendering shares the first
 * outcome. Any page can link to this screen, so a failure ends only the session that this attempt created: a person who was
 * logged in before stays logged in, in every tab.
 */
export function completeSignIn(search: string): Promise<SignInOutcome> {
  if (completing?.search !== search) completing = { search, outcome: complete(new URLSearchParams(search)) }
  return completing.outcome
}

async function complete(params: URLSearchParams): Promise<SignInOutcome> {
  const [code, state, iss] = [params.get('code'), params.get('state'), params.get('iss')]
  if (!code || !state) return await resumeSession()
  // Set once the server has created a session for this attempt.
  let returnTo: string | null = null
  try {
    sessionStore.set({ state: 'signing-in' })
    authToken.clear()
    returnTo = (await call(validateSsoId, { body: { code, state, ...(iss ? { iss } : {}) } })).returnTo
    await call(ssoVerify, {})
    const [opening] = await Promise.all([openThisTab(), loadContent()])
    // The browser may have rejected the cookie.
    if (opening === null) throw new Problem('unexpected')
    finishSignIn(opening)
    return { ok: true, returnTo }
  } catch (error) {
    // All messages of these calls are hidden (§5); the screen shows the text of §4.
    const isRefused = error instanceof Problem && problems[error.code].status < 429
    // The token belongs to the session that this attempt created, for a person without access.
    if (isRefused && returnTo !== null && authToken.read() !== null)
      await call(endSession, {}).catch(() => undefined)
    authToken.clear()
    await startSession()
    if (!isRefused && returnTo !== null && sessionStore.read().state === 'signed-in')
      return { ok: true, returnTo }
    if (error instanceof Problem && error.code === 'conflict') return await resumeSession()
    return { ok: false, why: isRefused ? 'validation' : 'failure' }
  }
}

/** For a return without a sign-in request of this browser: a person who is logged in continues to the home page. */
async function resumeSession(): Promise<SignInOutcome> {
  if (sessionStore.read().state !== 'signed-in') await startSession()
  return sessionStore.read().state === 'signed-in'
    ? { ok: true, returnTo: paths.home() }
    : { ok: false, why: 'validation' }
}

/** The client context, which the page contains and the shell needs. Throws if it is missing. */
async function loadContent(): Promise<void> {
  clientContext()
}
