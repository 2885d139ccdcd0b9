import {
  type BotCheckAnswer,
  type BotCheckService,
  type BotCheckTask,
  botCheckServices,
  challengeUsableMs,
} from '../../../contract/bot-check.ts'
import { Problem } from '../../../contract/problems.ts'
import { minuteMs } from '../../../domain/durations.ts'
import { call } from '../../../web/api/call.ts'
import { getBotCheck } from '../contact.contract.ts'
import { solveInWorker } from './solve-in-worker.ts'

export type ExternalTask = Exclude<BotCheckTask, { service: 'altcha' }>

export type BotCheckState =
  /** Not started. */
  | { step: 'waiting' }
  /** `progress` from 0 to 1. */
  | { step: 'working'; progress: number }
  /** An external service is shown and may need an answer. */
  | { step: 'asking'; task: ExternalTask }
  | { step: 'done' }
  | { step: 'failed' }

/** The bot check of one form. */
export type BotChecker = {
  read(): BotCheckState
  subscribe(listener: () => void): () => void
  /** Starts the check unless it is running or done. Never throws: `answer` reports a failure. */
  start(): void
  /**
   * Returns a valid answer for the server.
   *
   * @throws Problem service-unavailable (§8), validation if the visitor must complete the check first, or the failure of
   *   the request for the challenge.
   */
  answer(): Promise<BotCheckAnswer>
  /** Sets the token of an external service; null when it has expired. */
  setToken(token: string | null): void
  /** Reports that the external service could not be shown. */
  fail(): void
  /** Discards the answer after it was used or refused. */
  reset(): void
}

/** An answer is not used in its last minute, because the request takes time. */
const expiryMarginMs = minuteMs

const unavailable = (service: BotCheckService) =>
  new Problem('service-unavailable', { detail: 'Service Unavailable', service: botCheckServices[service] })

function stateStore(): Pick<BotChecker, 'read' | 'subscribe'> & { show(next: BotCheckState): void } {
  let state: BotCheckState = { step: 'waiting' }
  const listeners = new Set<() => void>()
  return {
    read: () => state,
    show: next => {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export function botChecker(): BotChecker {
  /** Resolves to null if an external service provides the answer. */
  let attempt: { answer: Promise<BotCheckAnswer | null>; startedMs: number } | null = null
  let external: { task: ExternalTask; token: string | null; hasFailed: boolean } | null = null
  const { read, subscribe, show } = stateStore()
  const reset = () => {
    attempt = null
    external = null
    show({ step: 'waiting' })
  }

  const run = async (): Promise<BotCheckAnswer | null> => {
    const task = await call(getBotCheck, {})
    if (task.service !== 'altcha') {
      external = { task, token: null, hasFailed: false }
      show({ step: 'asking', task })
      return null
    }
    const { challenge } = task
    const solution = await solveInWorker(task, progress => show({ step: 'working', progress })).catch(() => {
      throw unavailable('altcha')
    })
    show({ step: 'done' })
    return { service: 'altcha', answer: { challenge, solution } }
  }

  const currentAttempt = (): Promise<BotCheckAnswer | null> => {
    const isExpired =
      attempt !== null && performance.now() - attempt.startedMs > challengeUsableMs - expiryMarginMs
    if (attempt !== null && !isExpired) return attempt.answer
    show({ step: 'working', progress: 0 })
    const answer = run()
    attempt = { answer, startedMs: performance.now() }
    answer.catch(() => {
      attempt = null
      show({ step: 'failed' })
    })
    return answer
  }

  return {
    read,
    subscribe,
    start: () => void currentAttempt().catch(() => undefined),
    answer: async () => {
      const answer = await currentAttempt()
      if (answer) return answer
      if (external === null || external.hasFailed) {
        const service = external?.task.service ?? 'altcha'
        reset()
        throw unavailable(service)
      }
      const { task, token } = external
      if (token !== null) return { service: task.service, token }
      throw new Problem('validation', { errors: { '': ['Please complete the check below the form first'] } })
    },
    setToken: token => {
      if (external) external.token = token
    },
    fail: () => {
      if (external) external.hasFailed = true
      show({ step: 'failed' })
    },
    reset,
  }
}
