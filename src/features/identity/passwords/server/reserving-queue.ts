import { tooBusy } from '../../../../server/http/retry-later.ts'

/** `known`: an authenticated caller or a remembered device of the person. */
export type Caller = 'known' | 'stranger'

type QueueCapacity = {
  /** Concurrent tasks of strangers. */
  maxStrangers: number
  /** Further concurrent tasks, which only known callers can use. */
  reservedForKnown: number
  /** Waiting tasks of each kind. Further ones are rejected. */
  maxWaiting: number
}

/**
 * Runs tasks from two queues. Known callers go first, and strangers never take the capacity that is reserved for them. Throws
 * `unavailable` if a queue is full, so that a flood is rejected instead of waiting.
 */
export function reservingQueue({ maxStrangers, reservedForKnown, maxWaiting }: QueueCapacity) {
  const maxRunning = maxStrangers + reservedForKnown
  const running = { known: 0, stranger: 0 }
  const queues: Record<Caller, (() => void)[]> = { known: [], stranger: [] }
  const hasRoom = (caller: Caller) =>
    running.known + running.stranger < maxRunning && (caller === 'known' || running.stranger < maxStrangers)
  const admitNext = () => {
    for (const caller of ['known', 'stranger'] as const) {
      const next = hasRoom(caller) ? queues[caller].shift() : undefined
      if (!next) continue
      running[caller] += 1
      next()
      return
    }
  }
  return async <T>(caller: Caller, task: () => Promise<T>): Promise<T> => {
    if (hasRoom(caller)) running[caller] += 1
    else {
      const queue = queues[caller]
      if (queue.length >= maxWaiting)
        throw tooBusy('unavailable', 'Too many people are logging in right now.', 30)
      // `admitNext` counts the task as running.
      await new Promise<void>(resolve => queue.push(resolve))
    }
    try {
      return await task()
    } finally {
      running[caller] -= 1
      admitNext()
    }
  }
}
