import { idleLimitMs, tokenLifetimeMs } from './idle-clock.ts'
import { sessionClock } from './session-clock.ts'
import { readToken } from './session-store.ts'
import { type Tabs, tabs } from './tabs.ts'

/** How long other tabs have to report activity. */
const answerMs = 250

/**
 * Whether the browser restored or reloaded the page after a longer inactivity than §9 allows. `found` is the token that the page
 * started with, which tells when the last request was. Call it after a first response, by which the server's time is known.
 */
export async function isAbandoned(found: string | null): Promise<boolean> {
  const [claims, serverNowMs] = [readToken(found), sessionClock.serverNowMs()]
  if (!claims || serverNowMs === null || !isBroughtBack()) return false
  const unusedMs = serverNowMs - (claims.expiresAtMs - tokenLifetimeMs)
  return unusedMs >= idleLimitMs && !(await isSomebodyThere(tabs))
}

/** Following a link or typing an address is an act of a person; these navigations may not be. */
function isBroughtBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload' || navigation?.type === 'back_forward'
}

function isSomebodyThere({ send, listen }: Tabs): Promise<boolean> {
  return new Promise(resolve => {
    const stop = listen(message => {
      if (message.kind === 'active' && Date.now() - message.atWallMs < idleLimitMs) end(true)
    })
    const timer = setTimeout(() => end(false), answerMs)
    const end = (answer: boolean) => {
      stop()
      clearTimeout(timer)
      resolve(answer)
    }
    send({ kind: 'who-is-there' })
  })
}
