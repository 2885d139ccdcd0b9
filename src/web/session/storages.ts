/** What of Storage the program uses. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] }

/** This tab's, which holds what §9 names and nothing else. */
export const tabStorage = storageOrPage(() => window.sessionStorage)

/** This browser's, for all tabs of the client's address. */
export const browserStorage = storageOrPage(() => window.localStorage)

/**
 * Some readers have their browser keep nothing for any site, or for none inside another: then it throws when it is asked for its
 * storage. What would be kept lasts as long as the page.
 */
export function storageOrPage(give: () => Storage): TextStorage {
  try {
    const storage = give()
    return {
      getItem: key => storage.getItem(key),
      setItem: (key, text) => storage.setItem(key, text),
      removeItem: key => storage.removeItem(key),
      keys: () => Object.keys(storage),
    }
  } catch {
    return ofPage()
  }
}

function ofPage(): TextStorage {
  const texts = new Map<string, string>()
  return {
    getItem: key => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: key => void texts.delete(key),
    keys: () => [...texts.keys()],
  }
}
