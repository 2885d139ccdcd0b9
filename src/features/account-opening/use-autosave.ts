import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../web/form/field-errors.ts'
import { useReportsUnsavedChanges } from '../../web/form/unsaved-changes.ts'
import type { FormHandle } from '../../web/form/use-form.ts'
import { authToken } from '../../web/session/session-store.ts'

/** The pause after the last key before a step is saved. */
const saveDelayMs = 800

export type Autosave = {
  /** Saves what is typed; resolves to whether everything is on the server. */
  flush: () => Promise<boolean>
  /** Why the last save failed; null if it did not. */
  failure: string | null
  isSaved: boolean
}

type AutosavedForm = Pick<
  FormHandle<Record<string, string>>,
  'values' | 'entries' | 'isDirty' | 'isDirtyNow' | 'isPending' | 'markSaved'
>

/**
 * Saves a form while it is filled in, complete or not: a moment after the last change, and when the page is left in whichever way. `save`
 * must send one version at a time; with `keepalive` the browser sends it although the page is closing.
 */
export function useAutosave(
  form: AutosavedForm,
  save: (values: Record<string, string>, options: { keepalive: boolean }) => Promise<void>,
): Autosave {
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const { isDirtyNow, values, isDirty, isPending } = form
  const flush = async ({ keepalive } = { keepalive: false }): Promise<boolean> => {
    // A session that has ended says so itself, and the local backup has what was typed.
    if (!isDirtyNow() || authToken.read() === null) return !isDirtyNow()
    // The entries of this form are all text.
    const sent = form.entries() as Record<string, string>
    try {
      await save(sent, { keepalive })
      form.markSaved(sent)
      setFailure(null)
      setSaved(true)
    } catch (refused) {
      setFailure(sentenceOf(refused))
    }
    return !isDirtyNow()
  }
  const latest = useRef(flush)
  latest.current = flush

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change starts the pause again
  useEffect(() => {
    // What is being submitted need not be saved as well.
    if (!isDirty || isPending) return
    const timer = setTimeout(() => void latest.current(), saveDelayMs)
    return () => clearTimeout(timer)
  }, [values, isDirty, isPending])
  useEffect(() => {
    const onLeave = () => {
      if (document.visibilityState === 'hidden') void latest.current({ keepalive: true })
    }
    const onClose = () => void latest.current({ keepalive: true })
    document.addEventListener('visibilitychange', onLeave)
    window.addEventListener('beforeunload', onClose)
    return () => {
      document.removeEventListener('visibilitychange', onLeave)
      window.removeEventListener('beforeunload', onClose)
    }
  }, [])
  useReportsUnsavedChanges(isDirty)
  return { flush: () => latest.current(), failure, isSaved: isSaved && !isDirty }
}
