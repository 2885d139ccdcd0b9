import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../ui/actions/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

type LeaveDialogProps = {
  title: string
  /** Whether something would be lost at this very moment: then the browser asks by itself where the whole page is closed. */
  wouldLose: () => boolean
  /** Tries, before it is asked, that nothing is lost by leaving; fulfils with whether that worked. */
  save?: () => Promise<boolean>
  /** What leaving would do. */
  children: ReactNode
}

/** Asks before a page is left for another of the portal while something would be lost (§4). */
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
