import { useSyncExternalStore } from 'react'

/** System follows the device. */
export const colorSchemes = ['system', 'light', 'dark'] as const
export type ColorSchemeChoice = (typeof colorSchemes)[number]

/**
 * A cookie, so that the server can write the choice into the page (src/server/http/color-scheme.ts): a script would apply it
 * after the first paint.
 */
const cookieName = 'colours'
/** The longest lifetime that browsers allow, renewed at each visit. */
const keptSeconds = 400 * 24 * 60 * 60

const listeners = new Set<() => void>()

function chosen(): ColorSchemeChoice {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Renews the stored choice; called when the page starts. */
export function storeColorScheme(): void {
  if (chosen() !== 'system') keep(chosen())
}

/** Stores the choice on this device and applies it. */
export function chooseColorScheme(choice: ColorSchemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  keep(choice)
  for (const listener of listeners) listener()
}

function keep(choice: ColorSchemeChoice): void {
  const seconds = choice === 'system' ? 0 : keptSeconds
  const onlyHttps = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has CookieStore, and this writes one fixed name
  document.cookie = `${cookieName}=${choice}; Path=/; Max-Age=${seconds}; SameSite=Lax${onlyHttps}`
}

export function useColorScheme(): ColorSchemeChoice {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, chosen)
}
