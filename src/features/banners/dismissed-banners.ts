import { browserStorage } from '../../web/session/storages.ts'

/** Under this name the browser keeps which banners its reader has dismissed, the last ones of each client's address. */
const storageKey = 'almoner-dismissed-banners'
const keptAtMost = 50

type Dismissable = { name: string; version: number }

/** A banner that is published anew is another one, to be seen by whoever dismissed the former. */
const keyOf = ({ name, version }: Dismissable) => `${name}.${version}`

let kept: readonly string[] = []
let readFrom: string | null | undefined
const listeners = new Set<() => void>()

/** The same list as long as nothing changes, in this tab or another. */
function read(): readonly string[] {
  const stored = browserStorage.getItem(storageKey)
  if (stored !== readFrom) {
    readFrom = stored
    kept = parse(stored)
  }
  return kept
}

function parse(stored: string | null): readonly string[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(found) ? found.filter(each => typeof each === 'string') : []
  } catch {
    return []
  }
}

export const dismissedBanners = {
  read,
  has: (list: readonly string[], banner: Dismissable): boolean => list.includes(keyOf(banner)),
  dismiss: (banner: Dismissable): void => {
    kept = [...read().filter(key => key !== keyOf(banner)), keyOf(banner)].slice(-keptAtMost)
    readFrom = JSON.stringify(kept)
    browserStorage.setItem(storageKey, readFrom)
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  },
}
