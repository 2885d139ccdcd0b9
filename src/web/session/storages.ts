/** What of Storage the program uses. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] }

/** This tab's, which holds what §9 names and nothing else. */
export const tabStorage = storageOrPage(() => window.sessionStorage)

/** This browser's, for all tabs of the client's address. */
export const browserStorage = storageOrPage(() => window.localStorage)

/**
 * Some readers have their browser keep nothing for any site: then it throws when it is asked for its storage, as a full one does
 * when it is to keep more. What it does not keep lasts as long as the page.
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
