import { Worker } from 'node:worker_threads'
import { retryLater, tooBusy } from '../../../../server/http/retry-later.ts'
import type { Guess } from '../domain/password-strength.ts'

export type GuessRequest = {
  password: string
  /** Words about the person and the client, which an attacker knows. */
  context: readonly string[]
}

export type Guessability = Guess & {
  /** Whether it is on a list of breached passwords, ignoring case. Then the other values are empty. */
  isBreached: boolean
  /** The decimal logarithm of zxcvbn's estimate of the guesses needed. */
  guessesLog10: number
}

type PendingCheck = { resolve: (answer: Guessability) => void; reject: (error: unknown) => void }

const maxPending = 32
const timeoutMs = 20_000

let worker: Worker | undefined
let lastId = 0
const pending = new Map<number, PendingCheck>()

/**
 * Estimates how guessable a password is, in a worker thread that holds the dictionaries: zxcvbn takes up to a second and would
 * block the event loop. Throws `unavailable` if too many checks are pending or one takes too long.
 */
export async function guessability(request: GuessRequest): Promise<Guessability> {
  if (pending.size >= maxPending) throw tooBusy('unavailable', notChecked, 30)
  worker ??= startWorker()
  const thread = worker
  lastId += 1
  const id = lastId
  const timer = setTimeout(() => void abort(thread), timeoutMs)
  try {
    return await new Promise<Guessability>((resolve, reject) => {
      pending.set(id, { resolve, reject })
      thread.ref()
      thread.postMessage({ id, request })
    })
  } finally {
    clearTimeout(timer)
    pending.delete(id)
    // An idle worker does not keep the process alive.
    if (pending.size === 0) thread.unref()
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./guessability.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  started.on('message', ({ id, answer }: { id: number; answer: Guessability }) =>
    pending.get(id)?.resolve(answer),
  )
  started.on('error', (error: unknown) => failAll(started, error))
  started.on('exit', () => failAll(started, broken()))
  return started
}

/** Rejects all pending checks. The next check starts a new thread. */
function failAll(ended: Worker, error: unknown): void {
  if (worker !== ended) return
  worker = undefined
  for (const { reject } of pending.values()) reject(error)
}

async function abort(thread: Worker): Promise<void> {
  failAll(thread, broken())
  await thread.terminate()
}

const notChecked = 'We couldn’t check your password just now.'
const broken = () => retryLater('unavailable', notChecked, 30)
