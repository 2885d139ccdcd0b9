type Waiting = { proved: Promise<boolean>; answer: (isVerified: boolean) => void }

let waiting: Waiting | null = null
const listeners = new Set<() => void>()

function set(next: Waiting | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

/**
 * Asks the person to confirm that it is them, once for all calls that wait for it at the same time. Fulfils with whether
 * they did; false where they took it back or the dialog was dismissed, as it is at log-out and at the end of each route.
 */
export function requestStepUp(): Promise<boolean> {
  if (waiting) return waiting.proved
  const { promise, resolve } = Promise.withResolvers<boolean>()
  set({ proved: promise, answer: resolve })
  return promise
}

/** Whether somebody waits for a proof; for the dialog, which answers. */
export const stepUpRequired = {
  read: (): boolean => waiting !== null,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  answer: (isVerified: boolean): void => {
    const asked = waiting
    set(null)
    asked?.answer(isVerified)
  },
}
