import { setTimeout } from 'node:timers/promises'

const everyMs = 10
const residentMb = () => process.memoryUsage.rss() / 2 ** 20

/** What a piece of work took of this process. */
export type Watched = {
  /** Resident memory before, and at most meanwhile. */
  beforeMb: number
  mostMb: number
  /** The longest that another request had to wait for a turn of the event loop. */
  longestWaitMs: number
}

/** Watches the memory and the event loop of this process until `end` is called. */
export function watchProcess(): { end(): Promise<Watched> } {
  globalThis.gc?.()
  const beforeMb = residentMb()
  let [mostMb, longestWaitMs, isDone] = [beforeMb, 0, false]
  const watching = (async () => {
    while (!isDone) {
      const startMs = performance.now()
      await setTimeout(everyMs)
      longestWaitMs = Math.max(longestWaitMs, performance.now() - startMs - everyMs)
      mostMb = Math.max(mostMb, residentMb())
    }
  })()
  return {
    end: async () => {
      isDone = true
      await watching
      return { beforeMb, mostMb, longestWaitMs }
    },
  }
}

export async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startMs = performance.now()
  const result = await work()
  return [result, performance.now() - startMs]
}
