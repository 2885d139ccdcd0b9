import { LeaveDialog } from './LeaveDialog.tsx'
import { useReportsUnsavedChanges } from './unsaved-changes.ts'
import type { FormHandle } from './use-form.ts'

type UnsavedChangesGuardProps = {
  form: Pick<FormHandle, 'isDirty' | 'isDirtyNow'>
  /** People without write permission lose nothing by leaving (§4). */
  isActive?: boolean
}

/** Asks before unsaved changes are lost: our dialog within the portal, the browser's when the page closes. */
export function UnsavedChangesGuard({ form, isActive = true }: UnsavedChangesGuardProps) {
  useReportsUnsavedChanges(isActive && form.isDirty)
  return (
    <LeaveDialog title="You have unsaved changes" wouldLose={() => isActive && form.isDirtyNow()}>
      If you leave this page now, your changes will be lost.
    </LeaveDialog>
  )
}
