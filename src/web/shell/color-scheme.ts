import { useSyncExternalStore } from 'react'

/** System follows the device. */
export const colorSchemes = ['system', 'light', 'dark'] as const
type ColorSchemeChoice = (typeof colorSchemes)[number]

/**
 * A cookie, so that the server can write the choice into the page (src/server/http/web-pages.ts): a script would apply it
 * after the first paint.
 */
const cookieName = 'color_scheme'
/** The longest lifetime that browsers allow, renewed at each visit. */
const maxAgeSeconds = 400 * 24 * 60 * 60

const listeners = new Set<() => void>()

function chosen(): ColorSchemeChoice {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Renews the stored choice; called when the page starts. */
export function storeColorScheme(): void {
  if (chosen() !== 'system') save(chosen())
}

/** Stores the choice on this device and applies it. */
export function chooseColorScheme(choice: ColorSchemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  save(choice)
  for (const listener of listeners) listener()
}

function save(choice: ColorSchemeChoice): void {
  const maxAge = choice === 'system' ? 0 : maxAgeSeconds
  const secureAttribute = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has CookieStore, and this writes one fixed name
  document.cookie = `${cookieName}=${choice}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secureAttribute}`
}

export function useColorScheme(): ColorSchemeChoice {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, chosen)
}
