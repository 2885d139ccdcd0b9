import { Worker } from 'node:worker_threads'
import { Problem } from '../../../../contract/problems.ts'
import type { Guess } from '../../domain/guessing-cost.ts'

export type GuessQuestion = {
  password: string
  /** Words of the person and the client, which somebody who guesses knows. */
  context: readonly string[]
}

export type Guessability = Guess & {
  /** Whether it is on a list of passwords that were found in breaches, in whatever case; then nothing more is looked at. */
  isBreached: boolean
  /** The decimal logarithm of how many guesses zxcvbn thinks it takes. */
  guessesLog10: number
}

type Asked = { resolve: (answer: Guessability) => void; reject: (error: unknown) => void }

const mostWaiting = 32
const longestMs = 20_000

let worker: Worker | undefined
let lastId = 0
const asked = new Map<number, Asked>()

/**
 * How guessable a password is. Looked at in a thread of its own, which keeps the dictionaries: some texts take zxcvbn most of
 * a second, for which the program would stand still. Throws `unavailable` where too many wait or it takes too long.
 */
export async function guessability(question: GuessQuestion): Promise<Guessability> {
  if (asked.size >= mostWaiting) throw tooBusy()
  worker ??= startWorker()
  const thread = worker
  lastId += 1
  const id = lastId
  const timer = setTimeout(() => void giveUp(thread), longestMs)
  try {
    return await new Promise<Guessability>((resolve, reject) => {
      asked.set(id, { resolve, reject })
      thread.ref()
      thread.postMessage({ id, question })
    })
  } finally {
    clearTimeout(timer)
    asked.delete(id)
    // A program that has nothing else to do ends.
    if (asked.size === 0) thread.unref()
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./guessability.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  started.on('message', ({ id, answer }: { id: number; answer: Guessability }) =>
    asked.get(id)?.resolve(answer),
  )
  started.on('error', (error: unknown) => failAll(started, error))
  started.on('exit', () => failAll(started, tooBusy()))
  return started
}

/** The next question starts a new thread. */
function failAll(ended: Worker, error: unknown): void {
  if (worker !== ended) return
  worker = undefined
  for (const { reject } of asked.values()) reject(error)
}

async function giveUp(thread: Worker): Promise<void> {
  failAll(thread, tooBusy())
  await thread.terminate()
}

const tooBusy = () =>
  new Problem('unavailable', {
    detail: 'Your password could not be checked at this moment. Please try again in a minute.',
    retryAfterS: 30,
  })
