import { useEffect, useSyncExternalStore } from 'react'

const dirtyForms = new Set<symbol>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Registers unsaved changes with the page while the condition holds. */
export function useReportsUnsavedChanges(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const form = Symbol('form')
    dirtyForms.add(form)
    tell()
    return () => {
      dirtyForms.delete(form)
      tell()
    }
  }, [isDirty])
}

/** Whether any form of the page has unsaved changes now. */
export const hasUnsavedChanges = (): boolean => dirtyForms.size > 0

/** Whether any form of the page has unsaved changes; 'View Accounts' is hidden then (§2.4). */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, hasUnsavedChanges)
}
