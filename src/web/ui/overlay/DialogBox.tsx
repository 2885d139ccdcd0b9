import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '../actions/IconButton.tsx'
import { classNames } from '../class-names.ts'
import styles from './Dialog.module.css'
import type { DialogProps } from './Dialog.tsx'

/** The dialog itself, in the chunk that is loaded when the first one opens. */
export function DialogBox(props: DialogProps) {
  const { title, onClose, size = 'text', role = 'dialog', actions, children } = props
  const mustAnswer = role === 'alertdialog'
  return (
    <ModalOverlay
      isOpen
      onOpenChange={open => {
        if (!open) onClose()
      }}
      isDismissable={!mustAnswer}
      className={styles.overlay ?? ''}
    >
      <Modal className={classNames(styles.modal, size === 'wide' && styles.wide)}>
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
