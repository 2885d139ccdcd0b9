import { useContext, useSyncExternalStore } from 'react'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { getClientContext } from '../../contract/client-context.contract.ts'
import type { Permission } from '../../contract/permissions.ts'
import { endSession, type Opening, openTab } from '../../contract/session.contract.ts'
import type { Currency } from '../../domain/money.ts'
import { call } from '../api/call.ts'
import { query, queryClient, refreshAll } from '../api/query.ts'
import { clientContext, setClientContext } from '../client-context/client-context.ts'
import { PreviewContext } from '../client-context/preview-context.ts'
import { clearToasts, showToast } from '../ui/notices/toast-store.ts'
import { dismissAllDialogs } from '../ui/overlay/open-dialogs.ts'
import { accountsUsedLast, lastAccountKey } from './early-request.ts'
import { writeReturnTarget } from './return-target.ts'
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
import { backupKey, storedDrafts } from './stored-drafts.ts'
import { type TabAccount, tabAccount } from './tab-account.ts'
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
    // Loaded on demand, because only a page that is loaded again can be abandoned.
    if (isSameSession && token !== null && (await (await import('./is-abandoned.ts')).isAbandoned(token)))
      return await logOut('idle')
    openSession(opening)
  } catch {
    clearSession()
  }
}

/**
 * The cookie's user, with the account and currency of this tab, else the account used last in this browser, else the first by name; null
 * without a session.
 */
export async function openThisTab(): Promise<Opening | null> {
  const tab = tabAccount.read()
  const named = tab !== null && chosenCurrency.read() !== null ? tab.currency : null
  const body = { lastUsed: lastUsedIn(tab) }
  const { opening } = await call(openTab, { body }, { fundId: 0, currency: named })
  if (opening && tab !== null && opening.facts.userId !== tab.userId) {
    // Someone else has logged in since.
    tabAccount.clear()
    return await openThisTab()
  }
  if (opening && named !== null) chosenCurrency.set(named)
  const currency = chosenCurrency.read()
  // The page came with the settings of the other book: it was opened from another site, or before logging in.
  if (opening && currency !== null && currency !== clientContext().currentDbHeader)
    setClientContext(await call(getClientContext, {}))
  return opening
}

function lastUsedIn(tab: TabAccount | null): ReturnType<typeof lastAccount.all> {
  const all = lastAccount.all()
  if (!tab?.fundId) return all
  const { userId, currency, fundId } = tab
  return { ...all, [userId]: { ...all[userId], [currency]: fundId } }
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

/** Completes the login of §4: this tab is logged in, and the other tabs are notified. */
export function finishSignIn(opening: Opening): void {
  queryClient.clear()
  openSession(opening)
  tabs.send({ kind: 'signed-in' })
}

/** Logs out on the server, here and in all tabs, and clears the current account (§4). */
export async function logOut(why: Exclude<LogOutReason, 'ended'> = 'requested'): Promise<void> {
  // If the server is unreachable or has ended the session already, this browser still logs out.
  const ended = call(endSession, why === 'requested' ? {} : { query: { why } }).catch(() => undefined)
  // The data of a person who may be away must disappear at once.
  if (why === 'requested') await ended
  clearSession(why)
  const providerLogout = (await ended)?.providerLogout
  // People who ask to log out also do so at the bank's provider; idle people see the reason on the screen instead.
  if (why === 'requested' && providerLogout) window.location.assign(providerLogout)
}

/** The texts of §4 and of the ends that it does not name. */
const logOutMessages: Record<LogOutReason, string> = {
  requested: 'You have logged out.',
  idle: 'You have been logged out due to inactivity',
  expired: 'Your session has expired. Please log in again.',
  ended: 'Your session has ended. Please log in again.',
}

let previous = sessionStore.read()
sessionStore.subscribe(() => {
  const next = sessionStore.read()
  const isOver = previous.state !== 'signed-out' && next.state === 'signed-out'
  const wasSignedIn = previous.state === 'signed-in'
  previous = next
  if (next.state === 'signed-in') {
    const { userId, alternateCurrency: currency } = next.facts
    tabAccount.write({ userId, currency, fundId: next.fundId })
    if (!wasSignedIn) {
      idle.noteConfirmation(sessionClock.nowMs())
      removeKeys(backupKey, backupKey + userId)
    }
  }
  if (!isOver) return
  // Nothing but public data was requested before the session was known.
  if (wasSignedIn) queryClient.clear()
  if (next.why === undefined) return
  removeKeys(lastAccountKey)
  storedDrafts.clear()
  if (next.why === 'requested') {
    tabAccount.clear()
    removeKeys(backupKey)
  } else writeReturnTarget(window.location.pathname + window.location.search, tabAccount.read()?.userId)
  clearToasts()
  dismissAllDialogs()
  // A person who did not ask for it may be away, so the toast stays.
  const autoHide = next.why === 'requested'
  showToast({ header: 'Logged out:', message: logOutMessages[next.why], autoHide })
})

/** For other people, and for this one after logging out, nothing of theirs stays in this browser. */
function removeKeys(prefix: string, except = '-'): void {
  for (const key of browserStorage.keys())
    if (key.startsWith(prefix) && !key.startsWith(except)) browserStorage.removeItem(key)
}

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
    void refreshAll()
  }
})

/**
 * The account that each person used last in each currency, for their next tab; only the fund id. In localStorage, because a
 * new tab does not share sessionStorage; src/web/session/switch-currency.ts writes it. Cleared when they log out (§4).
 */
export const lastAccount = {
  /** The server receives all of them, because only its response says who the person is. */
  all: () => accountsUsedLast(browserStorage.keys(), browserStorage.getItem),
}
