import { LeaveDialog } from '../../../../web/form/LeaveDialog.tsx'
import { useReportsUnsavedChanges } from '../../../../web/form/unsaved-changes.ts'
import type { DraftState, DraftStore } from './draft-store.ts'

/** Saves before the page is left, and asks only if that fails (§4). On closing, the browser asks. */
export function LeaveGuard({ draft, store }: { draft: DraftState; store: DraftStore }) {
  useReportsUnsavedChanges(draft.state !== 'saved')
  return (
    <LeaveDialog
      title="Your latest changes are not saved"
      wouldLose={() => store.isDirty()}
      save={() => store.saveNow()}
    >
      {draft.state === 'conflict'
        ? 'Someone else has changed this text. Choose which version to keep first.'
        : 'We couldn’t save them. If you leave this page, you will lose them.'}
    </LeaveDialog>
  )
}
