import { useBlocker } from '@tanstack/react-router'
import { Button } from '../ui/actions/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { useReportsUnsavedChanges } from './unsaved-changes.ts'
import type { FormHandle } from './use-form.ts'

type UnsavedChangesGuardProps = {
  form: Pick<FormHandle, 'isDirty' | 'isDirtyNow'>
  /** Whoever may not save loses nothing by leaving (§4: only with write permission). */
  isActive?: boolean
}

/** Asks before a page with unsaved changes is left: by a dialog of ours within the portal, by the browser's own otherwise. */
export function UnsavedChangesGuard({ form, isActive = true }: UnsavedChangesGuardProps) {
  const leaves = useBlocker({
    shouldBlockFn: ({ current, next }) => isActive && form.isDirtyNow() && current.pathname !== next.pathname,
    enableBeforeUnload: () => isActive && form.isDirtyNow(),
    withResolver: true,
  })
  useReportsUnsavedChanges(isActive && form.isDirty)
  const stay = () => leaves.reset?.()
  return (
    <Dialog
      title="You have unsaved changes"
      role="alertdialog"
      isOpen={leaves.status === 'blocked'}
      onClose={stay}
      actions={
        <>
          <Button onPress={stay} autoFocus>
            Stay on this page
          </Button>
          <Button kind="danger" onPress={() => leaves.proceed?.()}>
            Leave without saving
          </Button>
        </>
      }
    >
      <p>If you leave this page now, what you have changed will be lost.</p>
    </Dialog>
  )
}
