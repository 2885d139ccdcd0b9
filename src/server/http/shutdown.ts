import { setTimeout as delay } from 'node:timers/promises'

/** Takes the program down in the reverse order of how it came up. */
export type Shutdown = {
  /** Remembers how to stop what has just been started. */
  add(name: string, stop: () => Promise<unknown>): void
  /** Stops everything, once; a step that fails or takes too long is reported and passed over. */
  stop(): Promise<void>
}

export function createShutdown(report: (problem: string) => void, stepLimitMs = 10_000): Shutdown {
  const steps: { name: string; stop: () => Promise<unknown> }[] = []
  let stopping: Promise<void> | undefined

  const stopAll = async () => {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const { name, stop } = step
      const limit = new AbortController()
      await Promise.race([
        stop().catch((error: unknown) => report(`${name} did not stop well: ${error}`)),
        delay(stepLimitMs, undefined, { signal: limit.signal }).then(
          () => report(`${name} did not stop in ${stepLimitMs / 1000} s`),
          () => {},
        ),
      ])
      limit.abort()
    }
  }
  return {
    add: (name, stop) => void steps.push({ name, stop }),
    stop: () => {
      stopping ??= stopAll()
      return stopping
    },
  }
}

/** Ctrl-C reaches the program from the terminal and again from npm; only a later one means that somebody lost patience. */
const impatienceMs = 2_000

/** Lets Ctrl-C, a service manager or a closed terminal stop the program cleanly. */
export function stopOnSignals(shutdown: Shutdown): void {
  let firstAtMs: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (firstAtMs !== undefined) {
        if (Date.now() - firstAtMs > impatienceMs) process.exit(130)
        return
      }
      firstAtMs = Date.now()
      void shutdown.stop().then(() => process.exit(0))
    })
  }
}
