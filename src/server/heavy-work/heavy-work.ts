// Keeps the native library loaded between threads (see sharp's documentation on worker threads). This thread does not call it.
import 'sharp'
import { createFairQueue, type QueueLimits, type Requester } from './fair-queue.ts'
import type { HeavyJob } from './heavy-job.ts'
import { createThreads, type ThreadLimits } from './run-in-thread.ts'

/** docs/decisions/0057-heavy-work.md says why. */
export const heavyWorkLimits: QueueLimits & ThreadLimits = {
  running: 3,
  runningPerClient: 2,
  runningPerPerson: 1,
  waiting: 120,
  waitingPerClient: 40,
  waitingPerPerson: 8,
  heapMb: 256,
  buffersMb: 192,
}

type Options<Part> = { onPart?: (part: Part) => void }

/** Reading files that people send and drawing documents: in threads, in turn, and within limits (docs/decisions/0057-heavy-work.md). */
export function createHeavyWork(limits: QueueLimits & ThreadLimits) {
  const queue = createFairQueue(limits)
  const threads = createThreads(limits)
  return {
    /**
     * Runs a job when it is the requester's turn. `input` may be a function, which is called then, so that files that wait hold no memory; its buffers move to the thread.
     * Throws as the queue does, WorkLimitExceeded, and whatever the job throws.
     */
    run: async <Input, Output, Part>(
      job: HeavyJob<Input, Output, Part>,
      input: Input | (() => Promise<Input>),
      requester: Requester,
      { onPart = () => undefined }: Options<Part> = {},
    ): Promise<Output> =>
      await queue.run(requester, async () => {
        const movesInput = isLazy(input)
        const read = isLazy(input) ? await input() : input
        return await threads.run(job, read, { signal: requester.signal, onPart, movesInput })
      }),
  }
}

const isLazy = <Input>(input: Input | (() => Promise<Input>)): input is () => Promise<Input> =>
  typeof input === 'function'

/** The one of this process: its requests and its jobs share it. */
export const heavyWork = createHeavyWork(heavyWorkLimits)
