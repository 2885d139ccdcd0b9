import { setImmediate } from 'node:timers/promises'

const turnMs = 10

/**
 * For loops over many things that need the database and so stay in the main thread: after ten milliseconds other requests have their turn.
 *
 *     const pauses = createPauses()
 *     for (const each of many) {
 *       if (pauses.isDue()) await pauses.pause()
 */
export function createPauses() {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > turnMs,
    pause: async () => {
      await setImmediate()
      since = performance.now()
    },
  }
}
