import { call } from '../../web/call.ts'
import { clientContext } from '../../web/client-context.ts'
import { finishSignIn, openAccount, startSession } from '../../web/session/session.ts'
import { authToken, sessionStore } from '../../web/session/session-store.ts'
import { ssoVerify, validateSsoId } from './sign-in.contract.ts'

export type Completed = { ok: true; returnTo: string } | { ok: false }

let completing: { search: string; outcome: Promise<Completed> } | undefined

/**
 * §4: login is complete when the person is validated, roles are received, the account is loaded and the content is
 * there. `search` is what the provider gave the browser; a code is good once, so a second rendering shares the first
 * one's outcome. A failure refreshes the session: whoever was signed in before still is.
 */
export function completeSignIn(search: string): Promise<Completed> {
  if (completing?.search !== search) completing = { search, outcome: complete(new URLSearchParams(search)) }
  return completing.outcome
}

async function complete(returned: URLSearchParams): Promise<Completed> {
  const [code, state, iss] = [returned.get('code'), returned.get('state'), returned.get('iss')]
  try {
    if (!code || !state || !iss) throw new Error('the provider did not vouch for anybody')
    sessionStore.set({ state: 'signing-in' })
    authToken.clear()
    const { returnTo } = await call(validateSsoId, { body: { code, state, iss } })
    const facts = await call(ssoVerify, {})
    const [account] = await Promise.all([openAccount(facts), content()])
    finishSignIn(account)
    return { ok: true, returnTo }
  } catch {
    // §5: every message of these calls is hidden; the screen says what §4 words.
    authToken.clear()
    await startSession()
    return { ok: false }
  }
}

async function content(): Promise<void> {
  clientContext()
}
