import { useState } from 'react'
import type { OtherEdits } from '../../contract/problem-document.ts'
import { Problem } from '../../contract/problems.ts'
import { showSubmitFailure } from './show-failure.ts'

/**
 * The revision that a form's draft is based on, and what others saved meanwhile. A save replaces this revision and no later one, so
 * saving again after a notice replaces what the notice lists.
 */
export function useOtherEdits(storedRevision: number) {
  const [revision, setRevision] = useState(storedRevision)
  const [otherEdits, setOtherEdits] = useState<OtherEdits | null>(null)
  return {
    revision,
    otherEdits,
    /** Handles the failure of a save. @returns whether someone else had saved; any other failure is shown. */
    onFailure: (failure: unknown): boolean => {
      if (!(failure instanceof Problem && failure.otherEdits)) {
        showSubmitFailure(failure)
        return false
      }
      setOtherEdits(failure.otherEdits)
      setRevision(failure.otherEdits.revision)
      return true
    },
    /** Called when the form shows what is stored. */
    continueFrom: (stored: number) => {
      setRevision(stored)
      setOtherEdits(null)
    },
  }
}
