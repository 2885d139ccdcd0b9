import { useBlocker, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/actions/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

type LeaveDialogProps = {
  title: string
  /** Whether leaving would lose changes now. */
  wouldLose: () => boolean
  /** Whether closing the page would, which the browser asks about itself; by default as `wouldLose`. */
  wouldLoseByClosing?: () => boolean
  /** Tries to save before asking; resolves to whether that worked. */
  save?: () => Promise<boolean>
  /** What would be lost. */
  children: ReactNode
}

/** What the person's answer does. */
type Answers = { leave: () => void; stay: () => void }

/** Asks before a navigation within the portal that would lose changes (§4). Until the answer the address stays that of this page. */
export function LeaveDialog(props: LeaveDialogProps) {
  const { title, wouldLose, wouldLoseByClosing = wouldLose, save, children } = props
  const { history } = useRouter()
  const [answers, setAnswers] = useState<Answers | null>(null)
  const mayLeave = async () => (await save?.()) === true
  useBlocker({
    shouldBlockFn: async ({ current, next, action }) => {
      if (current.pathname === next.pathname || !wouldLose()) return false
      if (action === 'PUSH' || action === 'REPLACE') {
        if (await mayLeave()) return false
        return await new Promise<boolean>(resolve =>
          setAnswers({ leave: () => resolve(false), stay: () => resolve(true) }),
        )
      }
      // The browser has already gone to the other entry, and an answer would come too late to keep its address away. So the blocker goes
      // back at once, and the entry is opened again if the person leaves.
      const entries = indexOf(window.history.state) - indexOf(history.location.state)
      const leave = () => history.go(entries, { ignoreBlocker: true })
      window.addEventListener(
        'popstate',
        async () => {
          if (await mayLeave()) leave()
          else setAnswers({ leave, stay: () => undefined })
        },
        { once: true },
      )
      return true
    },
    enableBeforeUnload: wouldLoseByClosing,
  })
  const answer = (how: keyof Answers) => () => {
    setAnswers(null)
    answers?.[how]()
  }
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen={answers !== null}
      onClose={answer('stay')}
      actions={
        <>
          <Button onPress={answer('stay')} autoFocus>
            Stay on this page
          </Button>
          <Button kind="danger" onPress={answer('leave')}>
            Leave without saving
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}

/** The position of a history entry, which the router numbers; 0 for an entry of another origin of state. */
function indexOf(state: unknown): number {
  const index: unknown =
    typeof state === 'object' && state !== null && '__TSR_index' in state ? state.__TSR_index : 0
  return typeof index === 'number' ? index : 0
}
