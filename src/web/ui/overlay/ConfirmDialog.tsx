import type { ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { Dialog } from './Dialog.tsx'

type ConfirmDialogProps = {
  /** The question, such as 'Are you sure you want to remove?' (§2.8). */
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

/** A question that must be answered. The focus is on the answer that changes nothing. */
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
