/** The machine's time: its clock, which people may set, and its ticks, which stop while it sleeps. */
type Readings = { wallMs: number; ticksMs: number }

type SteadyClock = {
  /** Milliseconds on a scale that includes sleep and that setting the clock cannot stop or turn back. */
  nowMs(): number
  /** How much of it depends on the machine's clock alone: sleep, or a clock set forward. */
  uncertainMs(): number
  /** Adjusts to the server's time, in ms since 1970: resolves uncertain time and finds hidden sleep. */
  noteServerTime(serverMs: number): void
  /** The current server time as far as known; null before the first response. */
  serverNowMs(): number | null
}

/** Smaller differences between the readings are rounding. */
const toleratedMs = 1500
/** The Date header has whole seconds, and instances of the program may differ by a second. */
const serverToleranceMs = { whenUncertain: 3000, whenCertain: 30_000 }

/**
 * A clock for limits that must hold on a machine that sleeps, changes its clock, or throttles background tabs. Ticks always
 * count. If the machine's clock is ahead of them, it slept or was set forward: that counts as time until the server says
 * which. A clock set back has no effect.
 */
export function steadyClock(read: () => Readings): SteadyClock {
  let last = read()
  let nowMs = 0
  let uncertainMs = 0
  let serverReading: { serverMs: number; ticksMs: number; nowMs: number } | null = null

  const advance = () => {
    const next = read()
    const ticksMs = Math.max(0, next.ticksMs - last.ticksMs)
    const jumpMs = next.wallMs - last.wallMs - ticksMs
    last = next
    nowMs += ticksMs
    if (jumpMs <= toleratedMs) return
    nowMs += jumpMs
    uncertainMs += jumpMs
  }

  return {
    nowMs: () => {
      advance()
      return nowMs
    },
    uncertainMs: () => uncertainMs,
    noteServerTime: serverMs => {
      advance()
      if (serverReading !== null) {
        const aheadMs = serverMs - serverReading.serverMs - (last.ticksMs - serverReading.ticksMs)
        const isSleep =
          aheadMs > (uncertainMs > 0 ? serverToleranceMs.whenUncertain : serverToleranceMs.whenCertain)
        nowMs += (isSleep ? aheadMs : 0) - uncertainMs
      }
      uncertainMs = 0
      serverReading = { serverMs, ticksMs: last.ticksMs, nowMs }
    },
    serverNowMs: () => {
      advance()
      return serverReading === null ? null : serverReading.serverMs + nowMs - serverReading.nowMs
    },
  }
}
