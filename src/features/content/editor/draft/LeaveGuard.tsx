import { useBlocker } from '@tanstack/react-router'
import { useReportsUnsavedChanges } from '../../../../web/form/unsaved-changes.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { Dialog } from '../../../../web/ui/overlay/Dialog.tsx'
import type { DraftKeeper, DraftState } from './draft-keeper.ts'

/** Saves before the page is left; asks only where that does not work (§4). The browser asks by itself when it is closed. */
export function LeaveGuard({ draft, keeper }: { draft: DraftState; keeper: DraftKeeper }) {
  const leaves = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && keeper.isDirty() && !(await keeper.saveNow()),
    enableBeforeUnload: () => keeper.isDirty(),
    withResolver: true,
  })
  useReportsUnsavedChanges(draft.state !== 'saved')
  const stay = () => leaves.reset?.()
  return (
    <Dialog
      title="Your last changes are not saved"
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
      <p>
        {draft.state === 'conflict'
          ? 'Somebody else has changed this text meanwhile. Decide first which words stay.'
          : 'They could not be saved just now. If you leave this page, they will be lost.'}
      </p>
    </Dialog>
  )
}
