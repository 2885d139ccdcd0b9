import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../ui/actions/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

type LeaveDialogProps = {
  title: string
  /** Whether leaving would lose changes now; the browser itself then asks before it closes the page. */
  wouldLose: () => boolean
  /** Tries to save before asking; resolves to whether that worked. */
  save?: () => Promise<boolean>
  /** What would be lost. */
  children: ReactNode
}

/** Asks before a navigation within the portal that would lose changes (§4). */
export function LeaveDialog({ title, wouldLose, save, children }: LeaveDialogProps) {
  const leaves = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && wouldLose() && !(await save?.()),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  })
  const stay = () => leaves.reset?.()
  return (
    <Dialog
      title={title}
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
      <p>{children}</p>
    </Dialog>
  )
}
