import type { ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { Dialog } from './Dialog.tsx'

type ConfirmDialogProps = {
  /** The question itself, such as 'Are you sure you want to remove?' (§2.8). */
  title: ReactNode
  children?: ReactNode
  isOpen: boolean
  onCancel: () => void
  onConfirm: () => void
  confirmText?: string
  cancelText?: string
  isDangerous?: boolean
  isPending?: boolean
}

/** A question that must be answered before anything else; the answer that changes nothing has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, isOpen, onCancel, onConfirm, isDangerous = false, isPending = false } = props
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen={isOpen}
      onClose={onCancel}
      actions={
        <>
          <Button onPress={onCancel} autoFocus>
            {props.cancelText ?? 'No'}
          </Button>
          <Button
            kind={isDangerous ? 'danger' : 'primary'}
            onPress={onConfirm}
            isPending={isPending}
            pendingText="Processing..."
          >
            {props.confirmText ?? 'Yes'}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
