import type { SessionFacts } from '../../contract/session.contract.ts'
import type { Currency } from '../../domain/money.ts'
import { tokenKey } from './early-request.ts'
import { idle, sessionClock } from './session-clock.ts'
import { tabStorage } from './storages.ts'
import { type LogOutReason, tabs } from './tabs.ts'

/** The session as the browser knows it. `fundId` is the current account, 0 if there is none (§7, X-AccountId). */
export type Session =
  /** Not yet known: the page has just loaded. */
  | { state: 'starting' }
  /** `why`: what ended the session; absent for a visitor. */
  | { state: 'signed-out'; why?: LogOutReason }
  /** Between the four conditions of §4. */
  | { state: 'signing-in' }
  | { state: 'signed-in'; facts: SessionFacts; fundId: number }

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

/**
 * The currency that calls ask for at a client with two books; null at others, where no header is sent (§7, X-Currency). It
 * changes together with the session, whose listeners then read it.
 */
export const chosenCurrency = {
  read: (): Currency | null => currency,
  set: (next: Currency | null): void => {
    currency = next
  },
}

/** Parses a token, `v1.<session>.<expiry, ms since 1970>.<signature>`; null for anything else. */
export function readToken(token: string | null): { sessionId: string; expiresAtMs: number } | null {
  const parts = /^v1\.([0-9a-f-]{36})\.(\d{1,15})\.[\w-]+$/.exec(token ?? '')
  return parts?.[1] && parts[2] ? { sessionId: parts[1], expiresAtMs: Number(parts[2]) } : null
}

/** The bearer token of this tab. A response to a request of an earlier generation must not restore its token. */
export const authToken = {
  read: (): string | null => tabStorage.getItem(tokenKey),
  generation: (): number => generation,
  /**
   * A response's Authorization header replaces the stored token (§7). Responses may arrive out of order: an older token does
   * not replace a newer one. `sentAtMs` is when the request was sent, on the session's clock.
   */
  replace: (
    authorization: string | null,
    requestGeneration: number,
    sentAtMs: number = sessionClock.nowMs(),
  ): void => {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
    if (!token || requestGeneration !== generation || !store(token)) return
    idle.noteRenewal(sentAtMs)
    tabs.send({ kind: 'renewed', token, atWallMs: Date.now() })
  },
  /** Stores a newer token of the same session from another tab. */
  adopt: (token: string, atMs: number): void => {
    const [ours, theirs] = [readToken(authToken.read()), readToken(token)]
    if (ours && theirs && ours.sessionId === theirs.sessionId && store(token)) idle.noteRenewal(atMs)
  },
  clear: (): void => {
    generation += 1
    tabStorage.removeItem(tokenKey)
  },
}

type EndListener = (ended: Session & { state: 'signed-in' }, why: LogOutReason) => void
const endListeners = new Set<EndListener>()

/** Has a function called just before a session ends in this tab, while the person's screen and entries are still there. */
export function beforeSessionEnds(listener: EndListener): void {
  endListeners.add(listener)
}

/**
 * Ends the session in this browser. `why` is the reason; the other tabs are notified, unless they reported it (`isFromOtherTab`).
 */
export function clearSession(why?: LogOutReason, { isFromOtherTab = false } = {}): void {
  const sessionId = readToken(authToken.read())?.sessionId
  if (session.state === 'signed-in' && why !== undefined)
    for (const listener of endListeners) listener(session, why)
  authToken.clear()
  sessionStore.set(why === undefined ? { state: 'signed-out' } : { state: 'signed-out', why })
  if (why !== undefined && !isFromOtherTab && sessionId !== undefined)
    tabs.send({ kind: 'signed-out', why, sessionId })
}

/** Stores a token unless it is older than the stored one; returns whether it was stored. */
function store(token: string): boolean {
  const [stored, next] = [readToken(authToken.read()), readToken(token)]
  if (stored && next && stored.sessionId === next.sessionId && next.expiresAtMs < stored.expiresAtMs)
    return false
  tabStorage.setItem(tokenKey, token)
  return true
}
