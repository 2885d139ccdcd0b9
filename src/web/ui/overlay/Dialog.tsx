import { lazy, type ReactNode, Suspense } from 'react'
import { useDismissal } from './open-dialogs.ts'

export type DialogProps = {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  /** Wide is for tables, such as the account search of §2.4. */
  size?: 'text' | 'wide'
  /** An alert must be answered: it has no close button, and pressing outside does nothing. */
  role?: 'dialog' | 'alertdialog'
  /** The buttons at the bottom, the safe one first. */
  actions?: ReactNode
  children: ReactNode
}

const DialogBox = lazy(() => import('./DialogBox.tsx').then(module => ({ default: module.DialogBox })))

/** A modal dialog. It traps the focus while open and returns it afterwards; Escape closes it. */
export function Dialog(props: DialogProps) {
  useDismissal(props.isOpen, props.onClose)
  if (!props.isOpen) return null
  return (
    <Suspense fallback={null}>
      <DialogBox {...props} />
    </Suspense>
  )
}
