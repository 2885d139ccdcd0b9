import { idleClock } from './idle-clock.ts'
import { steadyClock } from './steady-clock.ts'

/** This tab's one clock for the session's limits. */
export const sessionClock = steadyClock(() => ({ wallMs: Date.now(), ticksMs: performance.now() }))

/** How long the person has been idle, and how long the token still lives. */
export const idle = idleClock(sessionClock.nowMs())

/** An answer has come: its Date says what time it is. */
export function noteAnswerTime(date: string | null): void {
  const serverMs = Date.parse(date ?? '')
  if (Number.isFinite(serverMs)) sessionClock.noteServerTime(serverMs)
}

/** An instant of `Date.now()`, told by another tab, on this tab's clock; never in the future. */
export function atWall(wallMs: number): number {
  return sessionClock.nowMs() - Math.max(0, Date.now() - wallMs)
}
