import { Problem } from '../../../contract/problems.ts'

/** `known`: a remembered device of the person, or a caller who has proved already who they are. */
export type Caller = 'known' | 'stranger'

export type QueueCapacity = {
  /** How many tasks of strangers run at once. */
  strangersAtOnce: number
  /** How many more tasks of known callers run at once, whatever strangers ask for. */
  reservedForKnown: number
  /** How many of each kind wait in line; the next one is refused. */
  mostWaiting: number
}

const retryAfterS = 30
const tooManyAtOnce = 'Too many people are logging in at this moment. Please try again in a minute.'

/**
 * Runs tasks in turn, in two lines: known callers go first and strangers never take the capacity that is reserved for
 * them. Throws `unavailable` where a line is full, so that a flood is sent away instead of waiting without end.
 */
export function reservingQueue({ strangersAtOnce, reservedForKnown, mostWaiting }: QueueCapacity) {
  const mostAtOnce = strangersAtOnce + reservedForKnown
  const running = { known: 0, stranger: 0 }
  const lines: Record<Caller, (() => void)[]> = { known: [], stranger: [] }
  const hasRoom = (caller: Caller) =>
    running.known + running.stranger < mostAtOnce &&
    (caller === 'known' || running.stranger < strangersAtOnce)
  const admitNext = () => {
    for (const caller of ['known', 'stranger'] as const) {
      const next = hasRoom(caller) ? lines[caller].shift() : undefined
      if (!next) continue
      running[caller] += 1
      next()
      return
    }
  }
  return async <T>(caller: Caller, task: () => Promise<T>): Promise<T> => {
    if (hasRoom(caller)) running[caller] += 1
    else {
      const line = lines[caller]
      if (line.length >= mostWaiting) throw new Problem('unavailable', { detail: tooManyAtOnce, retryAfterS })
      // Who admits the next one counts it as running.
      await new Promise<void>(resolve => line.push(resolve))
    }
    try {
      return await task()
    } finally {
      running[caller] -= 1
      admitNext()
    }
  }
}
