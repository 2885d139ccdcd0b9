type Pending = { verified: Promise<boolean>; answer: (isVerified: boolean) => void }

let pending: Pending | null = null
const listeners = new Set<() => void>()

function set(next: Pending | null): void {
  pending = next
  for (const listener of listeners) listener()
}

/**
 * Asks the person to verify their identity, once for all waiting calls. Resolves to true if they did. Resolves to false if they
 * cancelled or the dialog was dismissed, as it is when they log out or leave the route.
 */
export function requestStepUp(): Promise<boolean> {
  if (pending) return pending.verified
  const { promise, resolve } = Promise.withResolvers<boolean>()
  set({ verified: promise, answer: resolve })
  return promise
}

/** Whether a call waits for verification; read by the dialog. */
export const stepUpRequired = {
  read: (): boolean => pending !== null,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  answer: (isVerified: boolean): void => {
    const current = pending
    set(null)
    current?.answer(isVerified)
  },
}
