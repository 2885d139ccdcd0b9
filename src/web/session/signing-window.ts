import { tokenLifetimeMs } from './idle-clock.ts'
import { idle, sessionClock } from './session-clock.ts'
import { tabs } from './tabs.ts'

/** The history entry of the page that the person left, so that a return by the browser's Back button is recognized too. */
const stateKey = 'almonerAwayUntilMs'

/** Whether this history entry was left to sign a document within the window of §9. */
export function isWithinSigningWindow(): boolean {
  const state: unknown = window.history.state
  const until = typeof state === 'object' && state !== null && stateKey in state ? state[stateKey] : null
  return typeof until === 'number' && Date.now() < until
}

/**
 * Leaves the portal to sign a document (§4). The session then ends 30 minutes after this moment, and in the other tabs the idle clock
 * rests until then. `here` is the address of this page for a return by the Back button.
 */
export function leaveToSign(address: string, here: string): void {
  idle.noteAway(sessionClock.nowMs())
  tabs.send({ kind: 'away', atWallMs: Date.now() })
  const state: object = { ...window.history.state, [stateKey]: Date.now() + tokenLifetimeMs }
  // The router watches history.replaceState and would show the page of a return while this one is being left.
  History.prototype.replaceState.call(window.history, state, '', here)
  window.location.assign(address)
}

/** The person is back: being idle counts again, in all tabs. */
export function noteReturn(): void {
  idle.noteBack()
  tabs.send({ kind: 'back' })
}
