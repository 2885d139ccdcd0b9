const minuteMs = 60_000

/** §9's limits, and open-points 8's. */
export const idleLimitMs = 20 * minuteMs
export const tokenLifetimeMs = 30 * minuteMs
export const warningMs = 3 * minuteMs
/** How long a warning stays after somebody has moved, so that the way to its buttons does not take it away. */
export const graceMs = 10_000

export type IdleState =
  | { state: 'fine' }
  /** `endsAtMs` on the scale of the clock that the caller reads. */
  | { state: 'warning'; why: 'idle' | 'token'; endsAtMs: number }
  | { state: 'over'; why: 'idle' | 'token' }

export type IdleClock = {
  /** Somebody has moved, typed, touched or scrolled in this tab. Once the limit has passed it is too late. */
  noteActivity(nowMs: number): void
  /** Somebody was active in another tab of this browser, which may have known it before this one. */
  noteActivityElsewhere(atMs: number): void
  /** A request, sent at this instant, was answered with a new token. */
  noteRenewal(atMs: number): void
  /** 'I'm still here': whoever pressed it is. */
  noteAnswer(nowMs: number): void
  /** `isHeld`: the pointer or the focus is in the warning. */
  stateAt(nowMs: number, about?: { isHeld: boolean }): IdleState
  /** When somebody was last active in this very tab, and when the session's last request was: what other tabs are told. */
  ownActivityMs(): number
  renewedMs(): number
}

/**
 * §9's two limits as one state: 20 minutes without activity, 30 without a request, a warning 3 minutes before either.
 * All times are milliseconds of one clock, the caller's. Activity during the warning counts, but a little later, so
 * that the warning stands still under a pointer on its way to it.
 */
export function idleClock(startedMs: number): IdleClock {
  let activeAtMs = startedMs
  let ownActivityMs = startedMs
  let renewedAtMs = startedMs
  /** Activity during the warning that does not count yet. */
  let waiting: { sinceMs: number; latestMs: number } | null = null

  const idleEndsMs = () => activeAtMs + idleLimitMs
  const count = (atMs: number) => {
    ownActivityMs = Math.max(ownActivityMs, atMs)
    activeAtMs = Math.max(activeAtMs, atMs)
  }
  const settle = (nowMs: number, isHeld: boolean) => {
    // A clock that was found to be ahead and was put right must not make the limit longer.
    activeAtMs = Math.min(activeAtMs, nowMs)
    ownActivityMs = Math.min(ownActivityMs, nowMs)
    renewedAtMs = Math.min(renewedAtMs, nowMs)
    if (waiting === null) return
    const isCalm = !isHeld && nowMs - waiting.sinceMs >= graceMs
    if (!isCalm && nowMs < idleEndsMs()) return
    count(Math.min(waiting.latestMs, nowMs))
    waiting = null
  }

  return {
    noteActivity: nowMs => {
      settle(nowMs, true)
      if (nowMs >= idleEndsMs()) return
      if (nowMs >= idleEndsMs() - warningMs) waiting = { sinceMs: waiting?.sinceMs ?? nowMs, latestMs: nowMs }
      else count(nowMs)
    },
    noteActivityElsewhere: atMs => {
      activeAtMs = Math.max(activeAtMs, atMs)
    },
    noteRenewal: atMs => {
      renewedAtMs = Math.max(renewedAtMs, atMs)
    },
    noteAnswer: nowMs => {
      count(nowMs)
      waiting = null
    },
    stateAt: (nowMs, { isHeld } = { isHeld: false }) => {
      settle(nowMs, isHeld)
      const tokenEndsMs = renewedAtMs + tokenLifetimeMs
      const why = idleEndsMs() <= tokenEndsMs ? 'idle' : 'token'
      const endsAtMs = Math.min(idleEndsMs(), tokenEndsMs)
      if (nowMs >= endsAtMs) return { state: 'over', why }
      if (nowMs >= endsAtMs - warningMs) return { state: 'warning', why, endsAtMs }
      return { state: 'fine' }
    },
    ownActivityMs: () => ownActivityMs,
    renewedMs: () => renewedAtMs,
  }
}
