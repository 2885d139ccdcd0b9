import { idleLimitMs, tokenLifetimeMs } from './idle-clock.ts'
import { sessionClock } from './session-clock.ts'
import { readToken } from './session-store.ts'
import { isWithinSigningWindow } from './signing-window.ts'
import { type Tabs, tabs } from './tabs.ts'

/** How long other tabs have to report activity. */
const replyTimeoutMs = 250

/**
 * Whether the browser restored or reloaded the page after a longer inactivity than §9 allows. `token` is the token that the page
 * started with, which tells when the last request was. Call it after the first response, which tells the server's time.
 */
export async function isAbandoned(token: string | null): Promise<boolean> {
  const [claims, serverNowMs] = [readToken(token), sessionClock.serverNowMs()]
  if (!claims || serverNowMs === null || !isReloadedOrRestored()) return false
  if (isWithinSigningWindow()) return false
  const unusedMs = serverNowMs - (claims.expiresAtMs - tokenLifetimeMs)
  return unusedMs >= idleLimitMs && !(await isAnotherTabActive(tabs))
}

/** Following a link or typing an address is an act of a person; these navigations may not be. */
function isReloadedOrRestored(): boolean {
  // Entries of this type are navigation timings (Navigation Timing 2).
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload' || navigation?.type === 'back_forward'
}

function isAnotherTabActive({ send, listen }: Tabs): Promise<boolean> {
  return new Promise(resolve => {
    const stop = listen(message => {
      if (message.kind === 'active' && Date.now() - message.atWallMs < idleLimitMs) end(true)
    })
    const timer = setTimeout(() => end(false), replyTimeoutMs)
    const end = (isActive: boolean) => {
      stop()
      clearTimeout(timer)
      resolve(isActive)
    }
    send({ kind: 'activity-query' })
  })
}
