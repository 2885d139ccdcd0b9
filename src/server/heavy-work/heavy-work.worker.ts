import { parentPort } from 'node:worker_threads'
import { lowerPriority } from './lower-priority.ts'
import type { Answer, FromThread, ToThread } from './thread-messages.ts'
import { movable } from './thread-messages.ts'

// Runs in a thread (run-in-thread.ts) and executes one job after another.

function send(message: FromThread): void {
  try {
    parentPort?.postMessage(message, movable('result' in message ? message.result : undefined))
  } catch (error) {
    // Buffers of native libraries cannot move, so they are copied.
    if (!(error instanceof DOMException) || error.name !== 'DataCloneError') throw error
    parentPort?.postMessage(message)
  }
}

let wantNext: () => void = () => undefined

async function execute({ job, module, input }: Extract<ToThread, { kind: 'job' }>): Promise<void> {
  // Modules named by heavyJob export one function as their default.
  const { default: work } = (await import(module)) as { default: (input: unknown) => unknown }
  const result = await work(input)
  if (!isGenerator(result)) return send({ job, kind: 'result', result })
  for (;;) {
    const step = result.next()
    if (step.done) return send({ job, kind: 'result', result: step.value })
    const next = Promise.withResolvers<void>()
    wantNext = next.resolve
    send({ job, kind: 'part', part: step.value })
    await next.promise
  }
}

const isGenerator = (value: unknown): value is Generator =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value

/** A Problem loses its class between threads, so its parts are sent. */
function failureOf(thrown: unknown): Answer {
  if (!(thrown instanceof Error)) return { kind: 'error', error: new Error('a job threw what is no error') }
  if (thrown.name !== 'Problem') return { kind: 'error', error: thrown }
  // An error of this name is a Problem, whose parts these are.
  const { code, detail, errors } = thrown as Error &
    Pick<Extract<Answer, { kind: 'problem' }>, 'code' | 'detail' | 'errors'>
  return { kind: 'problem', code, detail, errors }
}

lowerPriority()
parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'next') wantNext()
  else void execute(message).catch((thrown: unknown) => send({ ...failureOf(thrown), job: message.job }))
})
