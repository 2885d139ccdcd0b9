import { useSyncExternalStore } from 'react'

/** The difference between the typed and the saved amount, by row; only rows with a difference. */
const typed = new Map<string, bigint>()
const listeners = new Set<() => void>()
let sumMinor = 0n

/** Notes the difference of a row, in minor units; 0 once it is saved. */
export function setTypedAmount(draftId: string, differenceMinor: bigint): void {
  if (differenceMinor === 0n) typed.delete(draftId)
  else typed.set(draftId, differenceMinor)
  sumMinor = [...typed.values()].reduce((sum, each) => sum + each, 0n)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // The page was left: unsaved input is lost with its fields.
    if (listeners.size === 0) {
      typed.clear()
      sumMinor = 0n
    }
  }
}

/** The difference that unsaved input makes to the saved total. */
export const useTypedDifference = (): bigint => useSyncExternalStore(subscribe, () => sumMinor)
