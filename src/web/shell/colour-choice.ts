import { useSyncExternalStore } from 'react'

/** System follows the device. */
export const colourChoices = ['system', 'light', 'dark'] as const
export type ColourChoice = (typeof colourChoices)[number]

const storageKey = 'colours'
const listeners = new Set<() => void>()

function stored(): ColourChoice {
  const value = localStorage.getItem(storageKey)
  return colourChoices.find(choice => choice === value) ?? 'system'
}

/** Sets the page's colours as they were chosen on this device; before the first rendering. */
export function applyColours(choice: ColourChoice = stored()): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
}

/** Keeps the choice on this device and applies it. */
export function chooseColours(choice: ColourChoice): void {
  localStorage.setItem(storageKey, choice)
  applyColours(choice)
  for (const listener of listeners) listener()
}

export function useColours(): ColourChoice {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, stored)
}
