import { browserStorage } from '../../web/session/storages.ts'

/** The localStorage key of the dismissed banners. Each client has its own origin, so its own list. */
const storageKey = 'almoner-dismissed-banners'
const maxStored = 50

type Dismissable = { name: string; version: number }

/** A new version of a banner has a new key, so it is shown again. */
const keyOf = ({ name, version }: Dismissable) => `${name}.${version}`

let dismissed: readonly string[] = []
let lastStored: string | null | undefined
const listeners = new Set<() => void>()

/** Returns the same array until the list changes in this tab or another, as useSyncExternalStore requires. */
function read(): readonly string[] {
  const stored = browserStorage.getItem(storageKey)
  if (stored !== lastStored) {
    lastStored = stored
    dismissed = parse(stored)
  }
  return dismissed
}

function parse(stored: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value.filter(key => typeof key === 'string') : []
  } catch {
    return []
  }
}

export const dismissedBanners = {
  read,
  has: (list: readonly string[], banner: Dismissable): boolean => list.includes(keyOf(banner)),
  dismiss: (banner: Dismissable): void => {
    dismissed = [...read().filter(key => key !== keyOf(banner)), keyOf(banner)].slice(-maxStored)
    lastStored = JSON.stringify(dismissed)
    browserStorage.setItem(storageKey, lastStored)
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
