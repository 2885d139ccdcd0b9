import { useSyncExternalStore } from 'react'

/** How much what is typed differs from what is saved, by row; only rows where it does. */
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
    // The page was left: what was typed and not saved is gone with its fields.
    if (listeners.size === 0) {
      typed.clear()
      sumMinor = 0n
    }
  }
}

/** What the amounts being typed add to the saved sum. */
export const useTypedDifference = (): bigint => useSyncExternalStore(subscribe, () => sumMinor)
