import { useContext, useSyncExternalStore } from 'react'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { getClientContext } from '../../contract/client-context.contract.ts'
import type { Permission, Scope } from '../../contract/permissions.ts'
import { endSession, getSession, type Opening, openTab } from '../../contract/session.contract.ts'
import type { Currency } from '../../domain/money.ts'
import { call } from '../api/call.ts'
import { query, queryClient } from '../api/query.ts'
import { clientContext, setClientContext } from '../client-context/client-context.ts'
import { PreviewContext } from '../client-context/preview-context.ts'
import { clearToasts, showToast } from '../ui/notices/toast-store.ts'
import { dismissAllDialogs } from '../ui/overlay/open-dialogs.ts'
import { accountsUsedLast, lastAccountKey } from './early-request.ts'
import { isAbandoned } from './is-abandoned.ts'
import { idle, sessionClock } from './session-clock.ts'
import {
  authToken,
  chosenCurrency,
  clearSession,
  readToken,
  type Session,
  sessionStore,
} from './session-store.ts'
import { browserStorage } from './storages.ts'
import { storedDrafts } from './stored-drafts.ts'
import { type LogOutReason, tabs } from './tabs.ts'

/** The current session; in an editor's preview, that of the chosen visitor. */
export function useSession(): Session {
  const shownTo = useContext(PreviewContext)?.session
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.read)
  return shownTo ?? session
}

/** Whether the person holds the permission on the current account. The server checks it again at each call. */
export function useCan(action: Permission): boolean {
  const session = useSession()
  return session.state === 'signed-in' && session.facts.actions.includes(action)
}

export function useHasScope(scope: Scope): boolean {
  const session = useSession()
  return session.state === 'signed-in' && session.facts.scope.includes(scope)
}

/** The running `startSession`; a second call waits for it. */
let starting: Promise<void> | undefined

/**
 * Loads the session of the cookie, also after a reload when this tab already has a token (§11). Never throws: on failure the
 * person is a visitor.
 */
export function startSession(): Promise<void> {
  starting ??= findSession().finally(() => {
    starting = undefined
  })
  return starting
}

async function findSession(): Promise<void> {
  try {
    const token = authToken.read()
    if (token === null && hasNoSessionCookie()) return clearSession()
    const opening = await openThisTab()
    // Tells people who were logged in when they left the page why they no longer are.
    if (opening === null) return clearSession(token === null ? undefined : 'ended')
    const isSameSession = readToken(token)?.sessionId === readToken(authToken.read())?.sessionId
    if (isSameSession && (await isAbandoned(token))) return await logOut('idle')
    openSession(opening)
  } catch {
    clearSession()
  }
}

/** The cookie's user, with the account used last in this browser or else the first by name; null without a session. */
export async function openThisTab(): Promise<Opening | null> {
  const body = { lastUsed: lastAccount.all() }
  const { opening } = await call(openTab, { body }, { fundId: 0, currency: null })
  const currency = chosenCurrency.read()
  // The page came with the settings of the other book: it was opened from another site, or before logging in.
  if (opening && currency !== null && currency !== clientContext().currentDbHeader)
    setClientContext(await call(getClientContext, {}))
  return opening
}

export function openSession({ facts, fundId, account }: Opening): void {
  if (account) queryClient.setQueryData(query(getAccountOverview, { params: { fundId } }).queryKey, account)
  sessionStore.set({ state: 'signed-in', facts, fundId })
}

/**
 * Whether the server saw that this browser has no session cookie when it sent the page (src/server/http/web-pages.ts). Valid
 * only once, because the person may log in later in another tab.
 */
function hasNoSessionCookie(): boolean {
  const { dataset } = document.documentElement
  const flag = dataset.noSession
  delete dataset.noSession
  return flag === 'true'
}

/** The currency that the person views; at a client with one book its own. */
export const useCurrency = (): Currency =>
  useSyncExternalStore(sessionStore.subscribe, () => clientContext().currentDbHeader)

/** Switches to another account of the same book and its permissions. Throws a Problem on failure. */
export async function switchAccount(fundId: number): Promise<void> {
  const facts = await call(getSession, {}, { fundId })
  lastAccount.write(facts.userId, clientContext().currentDbHeader, fundId)
  sessionStore.set({ state: 'signed-in', facts, fundId })
  // The cache is stale, but nothing is refetched here: screens still show the previous account and would request it with the new
  // account's id, which is refused.
  await queryClient.invalidateQueries({ refetchType: 'none' })
}

/** Completes the login of §4: this tab is logged in, and the other tabs are notified. */
export function finishSignIn(opening: Opening): void {
  queryClient.clear()
  openSession(opening)
  tabs.send({ kind: 'signed-in' })
}

/** Logs out on the server, here and in all tabs, and clears the current account (§4). */
export async function logOut(why: 'requested' | 'idle' = 'requested'): Promise<void> {
  // If the server is unreachable or has ended the session already, this browser still logs out.
  const ended = call(endSession, why === 'idle' ? { query: { why } } : {}).catch(() => undefined)
  // An idle person's data must disappear at once.
  if (why === 'requested') await ended
  clearSession(why)
  const providerLogout = (await ended)?.providerLogout
  // People who ask to log out also do so at the bank's provider; idle people see the reason on the screen instead.
  if (why === 'requested' && providerLogout) window.location.assign(providerLogout)
}

const logOutToasts = {
  requested: { header: 'Logged out:', message: 'You have logged out.' },
  // The texts of §4. The toasts stay, because the person is away.
  idle: { header: 'Logged out:', message: 'You have been logged out due to inactivity', autoHide: false },
  ended: {
    header: 'Logged out:',
    message: 'Your session has ended. Please log in again.',
    autoHide: false,
  },
} as const satisfies Record<LogOutReason, object>

let previous = sessionStore.read()
sessionStore.subscribe(() => {
  const next = sessionStore.read()
  const isOver = previous.state !== 'signed-out' && next.state === 'signed-out'
  const wasSignedIn = previous.state === 'signed-in'
  const isNew = !wasSignedIn && next.state === 'signed-in'
  previous = next
  if (isNew) idle.noteConfirmation(sessionClock.nowMs())
  if (!isOver) return
  // Nothing but public data was requested before the session was known.
  if (wasSignedIn) queryClient.clear()
  if (next.why === undefined) return
  lastAccount.clear()
  storedDrafts.clear()
  clearToasts()
  dismissAllDialogs()
  showToast(logOutToasts[next.why])
})

tabs.listen(message => {
  if (message.kind === 'signed-out') {
    if (readToken(authToken.read())?.sessionId === message.sessionId)
      clearSession(message.why, { isFromOtherTab: true })
  } else if (message.kind === 'signed-in') {
    // A login in another tab replaced the cookie, so this tab's token is invalid.
    authToken.clear()
    queryClient.clear()
    void startSession()
  } else if (message.kind === 'data-changed') {
    void queryClient.invalidateQueries()
  }
})

/**
 * The account that each person used last in each currency, for their next tab; only the fund id. In localStorage, because a
 * new tab does not share sessionStorage. Cleared when they log out (§4).
 */
export const lastAccount = {
  /** The server receives all of them, because only its response says who the person is. */
  all: () => accountsUsedLast(browserStorage.keys(), browserStorage.getItem),
  clear: (): void => {
    for (const key of browserStorage.keys())
      if (key.startsWith(lastAccountKey)) browserStorage.removeItem(key)
  },
  write: (userId: string, currency: Currency, fundId: number): void =>
    browserStorage.setItem(`${lastAccountKey}${currency}:${userId}`, String(fundId)),
}
