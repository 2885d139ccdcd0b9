import { useContext, useSyncExternalStore } from 'react'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import type { Reply } from '../../contract/endpoint.ts'
import type { Permission, Scope } from '../../contract/permissions.ts'
import { endSession, getSession, openTab } from '../../contract/session.contract.ts'
import { call } from '../api/call.ts'
import { query, queryClient } from '../api/query.ts'
import { PreviewContext } from '../client-context/preview-context.ts'
import { clearToasts, showToast } from '../ui/notices/toast-store.ts'
import { dismissAllDialogs } from '../ui/overlay/open-dialogs.ts'
import { idle, sessionClock } from './session-clock.ts'
import { authToken, clearSession, readToken, type Session, sessionStore } from './session-store.ts'
import { browserStorage } from './storages.ts'
import { type LogOutReason, tabs } from './tabs.ts'
import { isAbandoned } from './was-abandoned.ts'

/** Who is signed in; in a picture of the portal, whom it is shown to. */
export function useSession(): Session {
  const shownTo = useContext(PreviewContext)?.session
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.read)
  return shownTo ?? session
}

/** Whether the person holds the action on the current account. The server asks again at each call. */
export function useCan(action: Permission): boolean {
  const session = useSession()
  return session.state === 'signed-in' && session.facts.actions.includes(action)
}

export function useHasScope(scope: Scope): boolean {
  const session = useSession()
  return session.state === 'signed-in' && session.facts.scope.includes(scope)
}

/** The way that `startSession` is on; a second one waits for it. */
let starting: Promise<void> | undefined

/**
 * Finds out who is signed in: whoever the cookie knows, also after a reload, when this tab has a token already (open-points 8).
 * Never throws: whoever cannot be told apart from a visitor is one.
 */
export function startSession(): Promise<void> {
  starting ??= findSession().finally(() => {
    starting = undefined
  })
  return starting
}

async function findSession(): Promise<void> {
  try {
    const found = authToken.read()
    if (found === null && isNobodyThere()) return clearSession()
    const opening = await openThisTab()
    // Whoever was signed in when the page was left learns why they no longer are.
    if (opening === null) return clearSession(found === null ? undefined : 'ended')
    const isSameSession = readToken(found)?.sessionId === readToken(authToken.read())?.sessionId
    if (isSameSession && (await isAbandoned(found))) return await logOut('idle')
    begin(opening)
  } catch {
    clearSession()
  }
}

/** Whom a tab begins with, and on which account. */
export type Opening = NonNullable<Reply<typeof openTab>['opening']>

/** Whoever the cookie knows, with the account that they used last in this browser, else their first by name; null: nobody. */
export async function openThisTab(): Promise<Opening | null> {
  return (await call(openTab, { body: { lastUsed: lastAccount.all() } }, { fundId: 0 })).opening
}

function begin({ facts, fundId, account }: Opening): void {
  if (account) queryClient.setQueryData(query(getAccountOverview, { params: { fundId } }).queryKey, account)
  sessionStore.set({ state: 'signed-in', facts, fundId })
}

/**
 * Whether the server saw, when it sent this page, that the browser has no cookie of a session (src/server/http/web-pages.ts).
 * Good once: somebody may sign in later in another tab.
 */
function isNobodyThere(): boolean {
  const { dataset } = document.documentElement
  const said = dataset.nobody
  delete dataset.nobody
  return said === 'true'
}

/** Makes another account the current one; the person's actions there come with it. Throws a Problem where it cannot. */
export async function switchAccount(fundId: number): Promise<void> {
  const facts = await call(getSession, {}, { fundId })
  lastAccount.write(facts.userId, fundId)
  sessionStore.set({ state: 'signed-in', facts, fundId })
  // All of it is stale, but nothing is asked for anew here: screens still show the former account at this moment, and
  // would ask for it in the name of the new one, which is refused.
  await queryClient.invalidateQueries({ refetchType: 'none' })
}

/** §4's sign-in is complete: this tab is signed in, and the browser's other tabs learn of it. */
export function finishSignIn(opening: Opening): void {
  queryClient.clear()
  begin(opening)
  tabs.tell({ kind: 'signed-in' })
}

/** Logs out on the server, here and in all tabs. The current account is cleared with it (§4). */
export async function logOut(why: 'asked' | 'idle' = 'asked'): Promise<void> {
  // Where it cannot be reached, or has ended the session already, this browser forgets it all the same.
  const ended = call(endSession, why === 'idle' ? { query: { why } } : {}).catch(() => undefined)
  // Whoever is not there cannot wait: nothing may be seen a moment longer.
  if (why === 'asked') await ended
  clearSession(why)
  const providerLogout = (await ended)?.providerLogout
  // Whoever asked for it is logged out at their bank's provider too; whoever is not there finds the reason on the screen.
  if (why === 'asked' && providerLogout) window.location.assign(providerLogout)
}

const farewells = {
  asked: { header: 'Logged out:', message: 'You have logged out.' },
  // §4, word for word. They stay: whoever it is for is not there.
  idle: { header: 'Logged out:', message: 'You have been logged out due to inactivity', autoHide: false },
  ended: {
    header: 'Logged out:',
    message: 'Your session has ended. Please log in again.',
    autoHide: false,
  },
} as const satisfies Record<LogOutReason, object>

let former = sessionStore.read()
sessionStore.subscribe(() => {
  const next = sessionStore.read()
  const isOver = former.state !== 'signed-out' && next.state === 'signed-out'
  const wasSignedIn = former.state === 'signed-in'
  const begins = !wasSignedIn && next.state === 'signed-in'
  former = next
  if (begins) idle.noteAnswer(sessionClock.nowMs())
  if (!isOver) return
  // Before it was known who is there, nothing was asked for but what everybody may read.
  if (wasSignedIn) queryClient.clear()
  if (next.why === undefined) return
  lastAccount.forget()
  clearToasts()
  dismissAllDialogs()
  showToast(farewells[next.why])
})

tabs.listen(told => {
  if (told.kind === 'signed-out') {
    if (readToken(authToken.read())?.sessionId === told.sessionId) clearSession(told.why, { isTold: true })
  } else if (told.kind === 'signed-in') {
    // Somebody signed in elsewhere: the cookie is theirs now, and this tab's token is worth nothing beside it.
    authToken.clear()
    queryClient.clear()
    void startSession()
  }
})

/**
 * Which account the person used last, for their next tab, a fund id and no more: sessionStorage has its two keys and no
 * third (§9). At log-out it goes with the current account (§4).
 */
const lastAccount = {
  /** By user id: the server is told them all, for it says who it is with the same answer. */
  all: (): Record<string, number> =>
    Object.fromEntries(
      browserStorage
        .keys()
        .map(key => [key, browserStorage.getItem(key) ?? ''] as const)
        .filter(([key, text]) => /^almoner-account:[0-9a-f-]{36}$/.test(key) && /^\d{6,8}$/.test(text))
        .slice(0, 50)
        .map(([key, text]) => [key.slice('almoner-account:'.length), Number(text)]),
    ),
  forget: (): void => {
    for (const key of browserStorage.keys())
      if (key.startsWith('almoner-account:')) browserStorage.removeItem(key)
  },
  write: (userId: string, fundId: number): void =>
    browserStorage.setItem(`almoner-account:${userId}`, String(fundId)),
}
