import {
  type BotCheckAnswer,
  type BotCheckService,
  type BotCheckTask,
  botCheckServices,
  challengeGoodForMs,
} from '../../../contract/bot-check.ts'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { getBotCheck } from '../contact.contract.ts'
import { solveInWorker } from './solve-in-worker.ts'

export type ExternalTask = Exclude<BotCheckTask, { service: 'altcha' }>

export type BotCheckState =
  /** Nobody has begun to write. */
  | { step: 'waiting' }
  /** `share` of the work that is done, 0 to 1. */
  | { step: 'working'; share: number }
  /** Another house's service wants to be shown, and perhaps answered. */
  | { step: 'asking'; task: ExternalTask }
  | { step: 'done' }
  | { step: 'failed' }

/** The check of one form. */
export type BotChecker = {
  read(): BotCheckState
  subscribe(listener: () => void): () => void
  /** Begins it, where it has not begun. Never throws: whoever sends the form is told. */
  begin(): void
  /**
   * The proof, good at this moment.
   *
   * @throws Problem service-unavailable (§8), validation where the visitor has to answer first, or what the call for it failed by.
   */
  answer(): Promise<BotCheckAnswer>
  /** What another service gave the browser; null: it is worth nothing any more. */
  take(token: string | null): void
  /** The other service could not be shown. */
  fail(): void
  /** The proof was used, or refused: the next one begins anew. */
  forget(): void
}

/** A proof is not sent in its last minute: it may take a while to get there. */
const spareMs = 60_000

export const unavailable = (service: BotCheckService) =>
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
  /** Null where another service gives the proof, when the visitor has answered it. */
  let proof: { made: Promise<BotCheckAnswer | null>; sinceMs: number } | null = null
  let outside: { task: ExternalTask; token: string | null; isFailed: boolean } | null = null
  const { read, subscribe, show } = stateStore()
  const forget = () => {
    proof = null
    outside = null
    show({ step: 'waiting' })
  }

  const prove = async (): Promise<BotCheckAnswer | null> => {
    const task = await call(getBotCheck, {})
    if (task.service !== 'altcha') {
      outside = { task, token: null, isFailed: false }
      show({ step: 'asking', task })
      return null
    }
    const { challenge } = task
    const solution = await solveInWorker(task, share => show({ step: 'working', share })).catch(() => {
      throw unavailable('altcha')
    })
    show({ step: 'done' })
    return { service: 'altcha', answer: { challenge, solution } }
  }

  const begun = (): Promise<BotCheckAnswer | null> => {
    const isOld = proof !== null && performance.now() - proof.sinceMs > challengeGoodForMs - spareMs
    if (proof !== null && !isOld) return proof.made
    show({ step: 'working', share: 0 })
    const made = prove()
    proof = { made, sinceMs: performance.now() }
    made.catch(() => {
      proof = null
      show({ step: 'failed' })
    })
    return made
  }

  return {
    read,
    subscribe,
    begin: () => void begun().catch(() => undefined),
    answer: async () => {
      const made = await begun()
      if (made) return made
      if (outside === null || outside.isFailed) {
        const service = outside?.task.service ?? 'altcha'
        forget()
        throw unavailable(service)
      }
      const { task, token } = outside
      if (token !== null) return { service: task.service, token }
      throw new Problem('validation', { errors: { '': ['Please answer the check below the form first'] } })
    },
    take: token => {
      if (outside) outside.token = token
    },
    fail: () => {
      if (outside) outside.isFailed = true
      show({ step: 'failed' })
    },
    forget,
  }
}
