/** The part of Storage that the program uses. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] }

/** The tab's storage, which holds only what §9 names. */
export const tabStorage = storageOrPage(() => window.sessionStorage)

/** The browser's storage, shared by all tabs of the client's address. */
export const browserStorage = storageOrPage(() => window.localStorage)

/**
 * A storage that never throws. Browsers throw if storage is disabled for a site or full; values then last as long as the
 * page.
 */
export function storageOrPage(give: () => Storage): TextStorage {
  const page = ofPage()
  try {
    const storage = give()
    return {
      getItem: key => page.getItem(key) ?? storage.getItem(key),
      setItem: (key, text) => {
        page.removeItem(key)
        try {
          storage.setItem(key, text)
        } catch {
          page.setItem(key, text)
        }
      },
      removeItem: key => {
        page.removeItem(key)
        storage.removeItem(key)
      },
      keys: () => [...new Set([...Object.keys(storage), ...page.keys()])],
    }
  } catch {
    return page
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
