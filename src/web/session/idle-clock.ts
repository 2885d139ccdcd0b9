import { minuteMs } from '../../domain/durations.ts'

/** The limits of §9 and §11. */
export const idleLimitMs = 20 * minuteMs
export const tokenLifetimeMs = 30 * minuteMs
const warningMs = 3 * minuteMs
/** How long the warning stays after activity, so that moving towards its buttons does not close it. */
export const graceMs = 10_000

type IdleState =
  | { state: 'fine' }
  /** `endsAtMs` is on the caller's clock. */
  | { state: 'warning'; why: 'idle' | 'token'; endsAtMs: number }
  | { state: 'over'; why: 'idle' | 'token' }

export type IdleClock = {
  /** Records activity in this tab: pointer, key, touch or scroll. Ignored once the limit has passed. */
  noteActivity(nowMs: number): void
  /** Records activity of another tab, which may be older. */
  noteActivityElsewhere(atMs: number): void
  /** Records that the response to a request sent at this time renewed the token. */
  noteRenewal(atMs: number): void
  /** Records a press of 'I'm still here'. */
  noteConfirmation(nowMs: number): void
  /**
   * Records that the person left to sign a document at this time: until the token ends, being idle does not count, because they are busy
   * elsewhere (§9).
   */
  noteAway(atMs: number): void
  /** Records that the person returned. */
  noteBack(): void
  /** `isHeld`: the warning has the pointer or the focus. */
  stateAt(nowMs: number, options?: { isHeld: boolean }): IdleState
  /** The last activity in this tab and the session's last request, for the other tabs. */
  ownActivityMs(): number
  renewedMs(): number
}

/**
 * The two limits of §9 as one state: 20 minutes without activity, 30 without a request, and a warning 3 minutes before either.
 * All times are milliseconds on the caller's clock. Activity during the warning takes effect after a delay, so that the
 * warning does not vanish under a pointer on its way to it.
 */
export function idleClock(startedMs: number): IdleClock {
  let activeAtMs = startedMs
  let ownActivityMs = startedMs
  let renewedAtMs = startedMs
  /** Until then the person may be signing elsewhere. */
  let awayUntilMs = Number.NEGATIVE_INFINITY
  /** Activity during the warning that has not taken effect yet. */
  let pending: { sinceMs: number; latestMs: number } | null = null

  const idleEndsMs = () => Math.max(activeAtMs + idleLimitMs, awayUntilMs)
  const record = (atMs: number) => {
    ownActivityMs = Math.max(ownActivityMs, atMs)
    activeAtMs = Math.max(activeAtMs, atMs)
  }
  const update = (nowMs: number, isHeld: boolean) => {
    // A clock that was ahead and has been corrected must not extend the limit.
    activeAtMs = Math.min(activeAtMs, nowMs)
    ownActivityMs = Math.min(ownActivityMs, nowMs)
    renewedAtMs = Math.min(renewedAtMs, nowMs)
    awayUntilMs = Math.min(awayUntilMs, nowMs + tokenLifetimeMs)
    if (pending === null) return
    const mayApply = !isHeld && nowMs - pending.sinceMs >= graceMs
    if (!mayApply && nowMs < idleEndsMs()) return
    record(Math.min(pending.latestMs, nowMs))
    pending = null
  }

  return {
    noteActivity: nowMs => {
      update(nowMs, true)
      if (nowMs >= idleEndsMs()) return
      if (nowMs >= idleEndsMs() - warningMs) pending = { sinceMs: pending?.sinceMs ?? nowMs, latestMs: nowMs }
      else record(nowMs)
    },
    noteActivityElsewhere: atMs => {
      activeAtMs = Math.max(activeAtMs, atMs)
    },
    noteRenewal: atMs => {
      renewedAtMs = Math.max(renewedAtMs, atMs)
    },
    noteConfirmation: nowMs => {
      record(nowMs)
      pending = null
    },
    noteAway: atMs => {
      awayUntilMs = Math.max(awayUntilMs, atMs + tokenLifetimeMs)
    },
    noteBack: () => {
      awayUntilMs = Number.NEGATIVE_INFINITY
    },
    stateAt: (nowMs, { isHeld } = { isHeld: false }) => {
      update(nowMs, isHeld)
      const tokenEndsMs = renewedAtMs + tokenLifetimeMs
      const why = idleEndsMs() <= tokenEndsMs ? 'idle' : 'token'
      const endsAtMs = Math.min(idleEndsMs(), tokenEndsMs)
      // A person who is away is idle, also where the token ended before.
      if (nowMs >= endsAtMs) return { state: 'over', why: nowMs >= idleEndsMs() ? 'idle' : 'token' }
      if (nowMs >= endsAtMs - warningMs) return { state: 'warning', why, endsAtMs }
      return { state: 'fine' }
    },
    ownActivityMs: () => ownActivityMs,
    renewedMs: () => renewedAtMs,
  }
}
