let isRunning = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  isRunning = next
  for (const listener of listeners) listener()
}

/**
 * Whether the portal is on its way to a screen of the client's other book (§4). No screen shows in the meantime: it would ask the
 * other book for what its address names in this one.
 */
export const bookChange = {
  read: () => isRunning,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  during: async (navigation: Promise<void>): Promise<void> => {
    set(true)
    try {
      await navigation
    } finally {
      set(false)
    }
  },
}
