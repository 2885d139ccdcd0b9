import { setTimeout as delay } from 'node:timers/promises'

/** Stops the parts of the server in the reverse order of their start. */
export type Shutdown = {
  /** Adds a part that has just been started. */
  add(name: string, stop: () => Promise<unknown>): void
  /** Stops all parts, once. A part that fails or takes too long is reported and skipped. */
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

/** One Ctrl-C arrives twice, from the terminal and from npm. Only a later signal forces the exit. */
const forceExitAfterMs = 2_000

/** Stops the server cleanly on Ctrl-C, by a service manager, or when the terminal closes. */
export function stopOnSignals(shutdown: Shutdown): void {
  let firstAtMs: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (firstAtMs !== undefined) {
        if (Date.now() - firstAtMs > forceExitAfterMs) process.exit(130)
        return
      }
      firstAtMs = Date.now()
      void shutdown.stop().then(() => process.exit(0))
    })
  }
}
