import type { SessionFacts } from '../../contract/session.contract.ts'
import type { Currency } from '../../domain/money.ts'
import { idle, sessionClock } from './session-clock.ts'
import { tabStorage } from './storages.ts'
import { type LogOutReason, tabs } from './tabs.ts'

/** Who is signed in, as the browser knows it. `fundId` is the current account, 0 while there is none (§7, X-AccountId). */
export type Session =
  /** Not yet known: the page has just been loaded. */
  | { state: 'starting' }
  /** `why`: what ended the session that was there; absent for a visitor. */
  | { state: 'signed-out'; why?: LogOutReason }
  /** On the way through §4's four conditions. */
  | { state: 'signing-in' }
  | { state: 'signed-in'; facts: SessionFacts; fundId: number }

/** §9: sessionStorage keeps the auth token and the device registrations, and nothing else. */
const tokenKey = 'almoner-auth-token'

let session: Session = { state: 'starting' }
let generation = 0
let currency: Currency | null = null
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

/** The book's currency that calls ask for, at a client of two books; null at any other, where none is sent (§7, X-Currency). */
export const chosenCurrency = {
  read: (): Currency | null => currency,
  set: (next: Currency | null): void => {
    currency = next
  },
}

/** What a token says of itself: `v1.<session>.<expiry, ms since 1970>.<signature>`; null for anything else. */
export function readToken(token: string | null): { sessionId: string; expiresAtMs: number } | null {
  const parts = /^v1\.([0-9a-f-]{36})\.(\d{1,15})\.[\w-]+$/.exec(token ?? '')
  return parts?.[1] && parts[2] ? { sessionId: parts[1], expiresAtMs: Number(parts[2]) } : null
}

/** The bearer token of this tab. What was asked for in a former generation must not bring its token back. */
export const authToken = {
  read: (): string | null => tabStorage.getItem(tokenKey),
  generation: (): number => generation,
  /**
   * §7: a response's Authorization header replaces the stored token. Answers may overtake each other: an older
   * successor does not take the place of a newer one. `askedAtMs` is when the request was sent, on the session's clock.
   */
  replace: (
    authorization: string | null,
    askedIn: number,
    askedAtMs: number = sessionClock.nowMs(),
  ): void => {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
    if (!token || askedIn !== generation || !store(token)) return
    idle.noteRenewal(askedAtMs)
    tabs.tell({ kind: 'renewed', token, atWallMs: Date.now() })
  },
  /** Another tab's token for the same session, which it has just been given. */
  adopt: (token: string, atMs: number): void => {
    const [ours, theirs] = [readToken(authToken.read()), readToken(token)]
    if (ours && theirs && ours.sessionId === theirs.sessionId && store(token)) idle.noteRenewal(atMs)
  },
  clear: (): void => {
    generation += 1
    tabStorage.removeItem(tokenKey)
  },
}

/**
 * Nobody is signed in here any more. `why` says what ended a session; the browser's other tabs learn of it, unless
 * they were who told.
 */
export function clearSession(why?: LogOutReason, { isTold = false } = {}): void {
  const sessionId = readToken(authToken.read())?.sessionId
  authToken.clear()
  sessionStore.set(why === undefined ? { state: 'signed-out' } : { state: 'signed-out', why })
  if (why !== undefined && !isTold && sessionId !== undefined)
    tabs.tell({ kind: 'signed-out', why, sessionId })
}

/** Whether it was newer than what was there. */
function store(token: string): boolean {
  const [former, next] = [readToken(authToken.read()), readToken(token)]
  if (former && next && former.sessionId === next.sessionId && next.expiresAtMs < former.expiresAtMs)
    return false
  tabStorage.setItem(tokenKey, token)
  return true
}
