import { useEffect, useSyncExternalStore } from 'react'

const dirtyForms = new Set<symbol>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Makes it known to the page, while it holds, that a form has unsaved changes. */
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

/** Whether any form of the page has unsaved changes, at this moment. */
export const hasUnsavedChanges = (): boolean => dirtyForms.size > 0

/** Whether any form of the page has unsaved changes: 'View Accounts' hides then (§2.4). */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, hasUnsavedChanges)
}
