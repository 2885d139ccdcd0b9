import { lazy, type ReactNode, Suspense } from 'react'
import { useDismissal } from './open-dialogs.ts'

export type DialogProps = {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  /** Wide is for tables, such as the account search of §2.4. */
  size?: 'text' | 'wide'
  /** An alert must be answered: it has no cross and a press beside it does nothing. */
  role?: 'dialog' | 'alertdialog'
  /** The buttons, at the foot, the safe one first. */
  actions?: ReactNode
  children: ReactNode
}

const DialogBox = lazy(() => import('./DialogBox.tsx').then(module => ({ default: module.DialogBox })))

/** A modal dialog. It keeps the focus while open and gives it back to what had it; Escape closes it. */
export function Dialog(props: DialogProps) {
  useDismissal(props.isOpen, props.onClose)
  if (!props.isOpen) return null
  return (
    <Suspense fallback={null}>
      <DialogBox {...props} />
    </Suspense>
  )
}
