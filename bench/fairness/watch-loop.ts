const everyMs = 5

/** How long the event loop was delayed, and how much of the processor this thread used meanwhile: on a busy machine, less. */
export type LoopTimes = { longestDelayMs: number; longestWorkMs: number }

/** Watches the event loop of this thread. `read` gives the longest times since it was last called; `stop` ends it. */
export function watchLoop() {
  let longest: LoopTimes = { longestDelayMs: 0, longestWorkMs: 0 }
  let atMs = performance.now()
  let usage = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(usage)
    const nowMs = performance.now()
    longest = {
      longestDelayMs: Math.max(longest.longestDelayMs, nowMs - atMs - everyMs),
      longestWorkMs: Math.max(longest.longestWorkMs, (user + system) / 1000 - everyMs),
    }
    atMs = nowMs
    usage = process.threadCpuUsage()
  }, everyMs)
  return {
    read: (): LoopTimes => {
      const read = longest
      longest = { longestDelayMs: 0, longestWorkMs: 0 }
      return read
    },
    stop: () => clearInterval(timer),
  }
}
