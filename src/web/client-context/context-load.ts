import { getClientContext } from '../../contract/client-context.contract.ts'
import { Problem } from '../../contract/problems.ts'
import { call } from '../api/call.ts'
import { adoptClientContext } from './client-context.ts'

/** The state of fetching a context (§4). */
type ContextLoad = { state: 'loading' } | { state: 'loaded' } | { state: 'failed'; failure: Problem }

let load: ContextLoad = { state: 'loading' }
const listeners = new Set<() => void>()

function set(next: ContextLoad): void {
  load = next
  for (const listener of listeners) listener()
}

export const contextLoad = {
  read: (): ContextLoad => load,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

/** Fetches the client context again at each call. Never throws: the result is in `contextLoad`. */
export async function loadClientContext(): Promise<void> {
  set({ state: 'loading' })
  try {
    adoptClientContext(await call(getClientContext, {}))
    set({ state: 'loaded' })
  } catch (failure) {
    // The response is not a client context; perhaps another program answered.
    set({ state: 'failed', failure: failure instanceof Problem ? failure : new Problem('unexpected') })
  }
}
