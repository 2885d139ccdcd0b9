import { idleClock } from './idle-clock.ts'
import { steadyClock } from './steady-clock.ts'

/** The clock of this tab for the session's limits. */
export const sessionClock = steadyClock(() => ({ wallMs: Date.now(), ticksMs: performance.now() }))

/** The idle time and the token's remaining life. */
export const idle = idleClock(sessionClock.nowMs())

/** Adjusts the clock by the Date header of a response. */
export function noteResponseTime(date: string | null): void {
  const serverMs = Date.parse(date ?? '')
  if (Number.isFinite(serverMs)) sessionClock.noteServerTime(serverMs)
}

/** Converts another tab's `Date.now()` to this tab's clock; never in the future. */
export function fromWallClock(wallMs: number): number {
  return sessionClock.nowMs() - Math.max(0, Date.now() - wallMs)
}
