import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Problem } from '../../contract/problems.ts'
import type { HeavyJob } from './heavy-job.ts'
import { type FromThread, movable, type ToThread } from './thread-messages.ts'

/** The memory of one thread. */
export type ThreadLimits = {
  /** The JavaScript heap. */
  heapMb: number
  /** Buffers outside the heap, into which streams are decompressed. */
  buffersMb: number
}

/** A job took more time or memory than it may. The caller says what that means for people. */
export class WorkLimitExceeded extends Error {
  override name = 'WorkLimitExceeded'
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory') {
    super(`a job took too much ${limit}`)
    this.limit = limit
  }
}

/** How often a running thread is measured. */
const watchEveryMs = 50
/** Also a job that does nothing but wait ends. */
const maxWallMs = 120_000
/** A thread without work stays for this long. */
const idleMs = 30_000
const maxIdleThreads = 2
/**
 * A thread gets none of the server's secrets, only where Node keeps compiled code, because each would compile the libraries again
 * otherwise, and whose clients they are: PDFs have their looks.
 */
export const threadEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  ['NODE_COMPILE_CACHE', 'CLIENTS_DIR'].flatMap(name => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

/** Runs jobs in threads, each within its limits. How many run at once is the caller's business (heavy-work.ts). */
export function createThreads(limits: ThreadLimits) {
  let lastJob = 0
  const idle: { worker: Worker; timer: NodeJS.Timeout }[] = []

  function takeIdle(): Worker | null {
    const last = idle.pop()
    if (!last) return null
    clearTimeout(last.timer)
    last.worker.ref()
    return last.worker
  }

  function forget(worker: Worker): void {
    const at = idle.findIndex(each => each.worker === worker)
    if (at >= 0) idle.splice(at, 1)
  }

  /** An idle thread does not keep the process alive. */
  function setIdle(worker: Worker): void {
    if (idle.length >= maxIdleThreads) return void worker.terminate()
    worker.unref()
    const timer = setTimeout(() => {
      forget(worker)
      void worker.terminate()
    }, idleMs).unref()
    idle.push({ worker, timer })
  }

  return {
    /** Throws WorkLimitExceeded, the reason of the signal if it aborts, and whatever the job throws. */
    async run<Input, Output, Part>(
      job: HeavyJob<Input, Output, Part>,
      input: Input,
      options: Pick<Watch<Part>, 'signal' | 'onPart' | 'movesInput'>,
    ): Promise<Output> {
      const worker =
        (job.thread === 'shared' && takeIdle()) || startThread(job.heapMb ?? limits.heapMb, forget)
      lastJob += 1
      let hasFinished = false
      const onFinish = () => {
        hasFinished = true
      }
      try {
        return await resultOf(worker, { ...job, number: lastJob }, input, { ...options, limits, onFinish })
      } finally {
        // One that was given up still works, and would answer the next job with what it found.
        if (job.thread === 'shared' && hasFinished) setIdle(worker)
        else await worker.terminate()
      }
    },
  }
}

function startThread(heapMb: number, onEnd: (worker: Worker) => void): Worker {
  const worker = new Worker(new URL('./heavy-work.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    env: threadEnvironment,
    // Nor the server's command-line options.
    execArgv: [],
  })
  // A failure while it works rejects the job; without work it is no news, and must not end the process.
  return worker.on('error', () => undefined).once('exit', () => onEnd(worker))
}

type Watch<Part> = {
  limits: ThreadLimits
  signal: AbortSignal | null
  onPart: (part: Part) => void
  /** Whether the buffers of the input belong to the job alone, so that they need not be copied. */
  movesInput: boolean
  /** Called when the thread has done the job, with a result or a problem, and can do another. */
  onFinish: () => void
}

async function resultOf<Input, Output, Part>(
  worker: Worker,
  job: HeavyJob<Input, Output, Part> & { number: number },
  input: Input,
  { limits, signal, onPart, movesInput, onFinish }: Watch<Part>,
): Promise<Output> {
  const ended = new AbortController()
  const { promise, resolve, reject } = Promise.withResolvers<Output>()
  const on = { signal: ended.signal }
  const send = (message: ToThread) =>
    worker.postMessage(message, movesInput && message.kind === 'job' ? movable(message.input) : [])
  const receive = (message: FromThread) => {
    // Nobody gets what was made for another person, whatever went wrong.
    if (message.job !== job.number) return reject(new Error('a thread answered for another job'))
    if (message.kind === 'part') {
      try {
        // The job’s types say what its module yields.
        onPart(message.part as Part)
      } catch (error) {
        return reject(error)
      }
      // Other requests have their turn between two parts.
      void setImmediate().then(() => send({ kind: 'next' }))
    } else if (message.kind === 'error') reject(message.error)
    else {
      onFinish()
      // As above, of what it returns.
      if (message.kind === 'result') resolve(message.result as Output)
      else reject(new Problem(message.code, message))
    }
  }
  const fail = (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkLimitExceeded('memory') : error)
  const exit = (code: number) => reject(new Error(`a thread ended with ${code}`))
  worker.on('message', receive).on('error', fail).on('exit', exit)
  signal?.addEventListener('abort', () => reject(signal.reason), on)
  watch(worker, { cpuMs: job.cpuMs, limits, stop: ended.signal }, reject)
  try {
    signal?.throwIfAborted()
    send({ kind: 'job', job: job.number, module: job.module.href, input })
    return await promise
  } finally {
    ended.abort()
    worker.off('message', receive).off('error', fail).off('exit', exit)
  }
}

type Watched = { cpuMs: number; limits: ThreadLimits; stop: AbortSignal }

/** Measures a thread while it works. The measurements work while it is busy too. */
function watch(worker: Worker, { cpuMs, limits, stop }: Watched, exceed: (error: Error) => void): void {
  let firstMs: number | null = null
  const measure = async () => {
    const [{ user, system }, { external_memory: buffers }] = await Promise.all([
      worker.cpuUsage(),
      // resourceLimits do not count buffers.
      worker.getHeapStatistics(),
    ])
    const usedMs = (user + system) / 1000
    // A thread may have worked before.
    firstMs ??= usedMs
    if (usedMs - firstMs > cpuMs) exceed(new WorkLimitExceeded('time'))
    if (buffers > limits.buffersMb * 1024 * 1024) exceed(new WorkLimitExceeded('memory'))
  }
  // A thread that has ended cannot be measured, and says itself why it ended.
  const timer = setInterval(() => void measure().catch(() => undefined), watchEveryMs)
  const wall = setTimeout(() => exceed(new WorkLimitExceeded('time')), maxWallMs)
  stop.addEventListener('abort', () => {
    clearInterval(timer)
    clearTimeout(wall)
  })
}
