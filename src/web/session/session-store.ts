import type { SessionFacts } from '../../features/sign-in/sign-in.contract.ts'

/** Who is signed in, as the browser knows it. `fundId` is the current account, 0 while there is none (§7, X-AccountId). */
export type Session =
  /** Not yet known: the page has just been loaded. */
  | { state: 'starting' }
  | { state: 'signed-out' }
  /** On the way through §4's four conditions. */
  | { state: 'signing-in' }
  | { state: 'signed-in'; facts: SessionFacts; fundId: number }

/** §9: sessionStorage keeps the auth token and the device registrations, and nothing else. */
const tokenKey = 'almoner-auth-token'

let session: Session = { state: 'starting' }
let generation = 0
const listeners = new Set<() => void>()

export const sessionStore = {
  read: (): Session => session,
  set: (next: Session): void => {
    session = next
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

export const currentFundId = (): number => (session.state === 'signed-in' ? session.fundId : 0)

/** The bearer token of this tab. What was asked for in a former generation must not bring its token back. */
export const authToken = {
  read: (): string | null => sessionStorage.getItem(tokenKey),
  generation: (): number => generation,
  /** §7: a response's Authorization header replaces the stored token. */
  replace: (authorization: string | null, askedIn: number): void => {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
    if (token && askedIn === generation) sessionStorage.setItem(tokenKey, token)
  },
  clear: (): void => {
    generation += 1
    sessionStorage.removeItem(tokenKey)
  },
}
