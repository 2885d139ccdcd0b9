import { lazy, Suspense } from 'react'
import type { DialogProps } from './DialogBox.tsx'
import { useDismissal } from './open-dialogs.ts'

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
