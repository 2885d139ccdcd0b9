import type { Clock } from '../domain/clock.ts'

export type TestClock = Clock & { set(instant: Date | string): void; advance(byMs: number): void }

/** A clock whose time changes only when the test changes it. */
export function testClock(start: Date | string = '2026-11-20T15:00:00Z'): TestClock {
  let nowMs = new Date(start).getTime()
  return {
    now: () => new Date(nowMs),
    set: instant => {
      nowMs = new Date(instant).getTime()
    },
    advance: byMs => {
      nowMs += byMs
    },
  }
}
