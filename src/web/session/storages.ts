/** The part of Storage that the program uses. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] }

/** The tab's storage, which holds only what §9 names. */
export const tabStorage = storageOrMemory(() => window.sessionStorage)

/** The browser's storage, shared by all tabs of the client's address. */
export const browserStorage = storageOrMemory(() => window.localStorage)

/**
 * A storage that never throws. Browsers throw if storage is disabled for a site or full; values then last as long as the
 * page.
 */
export function storageOrMemory(getStorage: () => Storage): TextStorage {
  const memory = memoryStorage()
  try {
    const storage = getStorage()
    return {
      getItem: key => memory.getItem(key) ?? storage.getItem(key),
      setItem: (key, text) => {
        memory.removeItem(key)
        try {
          storage.setItem(key, text)
        } catch {
          memory.setItem(key, text)
        }
      },
      removeItem: key => {
        memory.removeItem(key)
        storage.removeItem(key)
      },
      keys: () => [...new Set([...Object.keys(storage), ...memory.keys()])],
    }
  } catch {
    return memory
  }
}

function memoryStorage(): TextStorage {
  const entries = new Map<string, string>()
  return {
    getItem: key => entries.get(key) ?? null,
    setItem: (key, text) => void entries.set(key, text),
    removeItem: key => void entries.delete(key),
    keys: () => [...entries.keys()],
  }
}
