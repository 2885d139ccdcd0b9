/** What the machine says: its own clock, which anybody may set, and its ticks, which stand still while it sleeps. */
export type Readings = { wallMs: number; ticksMs: number }

export type SteadyClock = {
  /** Milliseconds on a scale of its own that counts sleep, and that nobody can stop or turn back by setting a clock. */
  nowMs(): number
  /** How much of it rests on the machine's clock alone: a sleep, or a clock that was put forward. */
  doubtMs(): number
  /** The server has said its time, in ms since 1970: settles what was doubtful, and finds a sleep that nothing here showed. */
  noteServerTime(serverMs: number): void
  /** The server's time now as far as it is known; null before its first answer. */
  serverNowMs(): number | null
}

/** Smaller differences of the two readings are rounding. */
const toleratedMs = 1500
/** The Date header has whole seconds; and copies of the program need not agree to the second. */
const serverToleranceMs = { ofDoubt: 3000, ofNone: 30_000 }

/**
 * A clock for limits that must hold on a laptop that is shut, put forward, put back, or slowed down in the background.
 * Ticks always count. Where the machine's clock has gone ahead of them the machine slept, or somebody set the clock:
 * it counts as time until the server has said which it was. Where it was set back nothing happens.
 */
export function steadyClock(read: () => Readings): SteadyClock {
  let last = read()
  let nowMs = 0
  let doubtMs = 0
  let said: { serverMs: number; ticksMs: number; nowMs: number } | null = null

  const advance = () => {
    const next = read()
    const ticksMs = Math.max(0, next.ticksMs - last.ticksMs)
    const jumpMs = next.wallMs - last.wallMs - ticksMs
    last = next
    nowMs += ticksMs
    if (jumpMs <= toleratedMs) return
    nowMs += jumpMs
    doubtMs += jumpMs
  }

  return {
    nowMs: () => {
      advance()
      return nowMs
    },
    doubtMs: () => doubtMs,
    noteServerTime: serverMs => {
      advance()
      if (said !== null) {
        const aheadMs = serverMs - said.serverMs - (last.ticksMs - said.ticksMs)
        const isSleep = aheadMs > (doubtMs > 0 ? serverToleranceMs.ofDoubt : serverToleranceMs.ofNone)
        nowMs += (isSleep ? aheadMs : 0) - doubtMs
      }
      doubtMs = 0
      said = { serverMs, ticksMs: last.ticksMs, nowMs }
    },
    serverNowMs: () => {
      advance()
      return said === null ? null : said.serverMs + nowMs - said.nowMs
    },
  }
}
