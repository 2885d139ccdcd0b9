import { getClientContext } from '../../contract/client-context.contract.ts'
import { Problem } from '../../contract/problems.ts'
import { call } from '../api/call.ts'
import { adoptClientContext } from './client-context.ts'

/** How the way to a context is going, where the page came without one (§4): a failure is kept, and loading ends. */
export type ContextLoad = { state: 'loading' } | { state: 'loaded' } | { state: 'failed'; failure: Problem }

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

/** GET /api/client-context, once more at each call. Never throws: how it went is in `contextLoad`. */
export async function loadClientContext(): Promise<void> {
  set({ state: 'loading' })
  try {
    adoptClientContext(await call(getClientContext, {}))
    set({ state: 'loaded' })
  } catch (failure) {
    // Anything else is an answer that is no context: another program's, perhaps, in the place of ours.
    set({ state: 'failed', failure: failure instanceof Problem ? failure : new Problem('unexpected') })
  }
}
