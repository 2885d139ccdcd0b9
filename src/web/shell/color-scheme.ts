import { useSyncExternalStore } from 'react'

/** System follows the device. */
export const colorSchemes = ['system', 'light', 'dark'] as const
export type ColorSchemeChoice = (typeof colorSchemes)[number]

/**
 * The server knows it too (src/server/http/color-scheme.ts) and writes the choice into the page: one that the program put
 * there would come after the first paint, in the device's colours.
 */
const cookieName = 'colours'
/** As long as browsers keep one, from the last visit. */
const keptSeconds = 400 * 24 * 60 * 60

const listeners = new Set<() => void>()

function chosen(): ColorSchemeChoice {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Keeps a choice for another while; to be called at the page's start. */
export function storeColorScheme(): void {
  if (chosen() !== 'system') keep(chosen())
}

/** Keeps the choice on this device and applies it. */
export function chooseColorScheme(choice: ColorSchemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  keep(choice)
  for (const listener of listeners) listener()
}

function keep(choice: ColorSchemeChoice): void {
  const seconds = choice === 'system' ? 0 : keptSeconds
  const onlyHttps = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore is not in every browser, and one name is written
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
