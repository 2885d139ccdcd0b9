type Waiting = { proved: Promise<boolean>; answer: (isVerified: boolean) => void }

let waiting: Waiting | null = null
const listeners = new Set<() => void>()

function set(next: Waiting | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

/**
 * Asks the person to verify their identity, once for all waiting calls. Resolves to whether they did; false if they cancelled or
 * the dialog was dismissed, as it is when they log out or leave the route.
 */
export function requestStepUp(): Promise<boolean> {
  if (waiting) return waiting.proved
  const { promise, resolve } = Promise.withResolvers<boolean>()
  set({ proved: promise, answer: resolve })
  return promise
}

/** Whether a call waits for verification; read by the dialog. */
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
