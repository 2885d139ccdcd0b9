import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '../actions/IconButton.tsx'
import { classNames } from '../class-names.ts'
import styles from './Dialog.module.css'
import { useDismissal } from './open-dialogs.ts'

type DialogProps = {
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

/** A modal dialog. It keeps the focus while open and gives it back to what had it; Escape closes it. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, size = 'text', role = 'dialog', actions, children } = props
  useDismissal(isOpen, onClose)
  const mustAnswer = role === 'alertdialog'
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={open => {
        if (!open) onClose()
      }}
      isDismissable={!mustAnswer}
      className={styles.veil ?? ''}
    >
      <Modal className={classNames(styles.sheet, size === 'wide' && styles.wide)}>
        <AriaDialog role={role} className={styles.dialog ?? ''}>
          <div className={styles.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {mustAnswer ? null : (
              <IconButton label="Close" onPress={onClose}>
                <svg viewBox="0 0 20 20" aria-hidden="true">
                  <path d="m4.5 4.5 11 11m0-11-11 11" stroke="currentColor" strokeWidth="1.7" />
                </svg>
              </IconButton>
            )}
          </div>
          <div className={styles.body}>{children}</div>
          {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
