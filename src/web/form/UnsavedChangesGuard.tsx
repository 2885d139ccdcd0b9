import { LeaveDialog } from './LeaveDialog.tsx'
import { useReportsUnsavedChanges } from './unsaved-changes.ts'
import type { FormHandle } from './use-form.ts'

type UnsavedChangesGuardProps = {
  form: Pick<FormHandle, 'isDirty' | 'isDirtyNow'>
  /** Whoever may not save loses nothing by leaving (§4: only with write permission). */
  isActive?: boolean
}

/** Asks before a page with unsaved changes is left: by a dialog of ours within the portal, by the browser's own otherwise. */
export function UnsavedChangesGuard({ form, isActive = true }: UnsavedChangesGuardProps) {
  useReportsUnsavedChanges(isActive && form.isDirty)
  return (
    <LeaveDialog title="You have unsaved changes" wouldLose={() => isActive && form.isDirtyNow()}>
      If you leave this page now, what you have changed will be lost.
    </LeaveDialog>
  )
}
