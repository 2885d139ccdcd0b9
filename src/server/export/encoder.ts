import { Worker } from 'node:worker_threads'
import { createFairQueue, type QueueLimits, type Requester } from '../heavy-work/fair-queue.ts'
import { threadEnvironment } from '../heavy-work/run-in-thread.ts'
import { retryLater } from '../http/retry-later.ts'
import type { FromEncoder, ToEncoder } from './encode.worker.ts'
import type { FileAbout, Rows } from './encode-file.ts'

/** One page is encoded while the next one is on its way. How many files may be open is limited before (send-export.ts). */
const turns: QueueLimits = {
  running: 2,
  runningPerClient: 2,
  runningPerPerson: 1,
  waiting: 1_000,
  waitingPerClient: 1_000,
  waitingPerPerson: 1_000,
}
/** A thread without files stays for this long. */
const idleMs = 30_000
/** A page takes milliseconds. */
const pageMs = 30_000

type Thread = {
  worker: Worker
  calls: Map<number, PromiseWithResolvers<Uint8Array>>
  files: number
  idle: NodeJS.Timeout | undefined
}

/** A file that is being encoded. */
type OpenFile = {
  /**
   * Encodes a page of rows, or the end of the file after the last one, when it is the person's turn. Returns the bytes that are ready, which
   * may be none. Throws `unavailable` if the thread has ended or takes too long.
   */
  write(rows: Rows | null): Promise<Uint8Array>
  close(): void
}

/**
 * Encodes exported files in a thread: all in one, page by page, in turn. A file that is read slowly holds its encoder and no processor, so
 * that it keeps nobody waiting (docs/decisions/0029-exports-in-a-thread.md).
 */
export function createEncoder({ heapMb }: { heapMb: number }) {
  const queue = createFairQueue(turns)
  let current: Thread | null = null
  let lastNumber = 0

  function startThread(): Thread {
    const worker = new Worker(new URL('./encode.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 8 },
      env: threadEnvironment,
      execArgv: [],
    })
    const thread: Thread = { worker, calls: new Map(), files: 0, idle: undefined }
    const fail = () => {
      if (current === thread) current = null
      for (const call of thread.calls.values()) call.reject(broken())
      thread.calls.clear()
    }
    worker.on('message', (answer: FromEncoder) => {
      const call = thread.calls.get(answer.call)
      thread.calls.delete(answer.call)
      if ('error' in answer) call?.reject(answer.error)
      else call?.resolve(answer.bytes)
    })
    worker.on('error', fail).on('exit', fail)
    return thread
  }

  function callThread(thread: Thread, message: Omit<Extract<ToEncoder, { kind: 'page' }>, 'call'>) {
    if (thread !== current) throw broken()
    lastNumber += 1
    const call = Promise.withResolvers<Uint8Array>()
    thread.calls.set(lastNumber, call)
    thread.worker.postMessage({ ...message, call: lastNumber } satisfies ToEncoder)
    const timer = setTimeout(() => void thread.worker.terminate(), pageMs)
    return call.promise.finally(() => clearTimeout(timer))
  }

  return {
    /** Opens a file; it is to be closed. */
    open(about: FileAbout, requester: Requester): OpenFile {
      current ??= startThread()
      const thread = current
      clearTimeout(thread.idle)
      thread.worker.ref()
      thread.files += 1
      lastNumber += 1
      const file = lastNumber
      let isNew = true
      let isOpen = true
      return {
        write: async rows =>
          await queue.run(requester, async () => {
            const isFirst = isNew
            isNew = false
            return await callThread(thread, { kind: 'page', file, about: isFirst ? about : null, rows })
          }),
        close: () => {
          if (!isOpen) return
          isOpen = false
          thread.files -= 1
          if (thread !== current) return
          thread.worker.postMessage({ kind: 'close', file } satisfies ToEncoder)
          if (thread.files > 0) return
          // An idle thread does not keep the process alive.
          thread.worker.unref()
          thread.idle = setTimeout(() => void thread.worker.terminate(), idleMs).unref()
        },
      }
    },
  }
}

/** What people read when the thread has ended. */
const broken = () => retryLater('unavailable', 'The file couldn’t be written.', 30)

/** The one of this process. */
export const encoder = createEncoder({ heapMb: 128 })
