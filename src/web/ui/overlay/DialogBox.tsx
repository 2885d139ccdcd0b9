import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '../actions/IconButton.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import styles from './Dialog.module.css'

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

/** The dialog itself, in the chunk that is loaded when the first one opens. */
export function DialogBox(props: DialogProps) {
  const { title, onClose, size = 'text', role = 'dialog', actions, children } = props
  const mustAnswer = role === 'alertdialog'
  const [opener] = useState(() => document.activeElement)
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
        <FocusReturn to={opener} />
        <AriaDialog role={role} className={styles.dialog ?? ''}>
          <div className={styles.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {mustAnswer ? null : (
              <IconButton label="Close" onPress={onClose}>
                <Icon name="close" />
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

/**
 * Returns the focus after a dialog that closes when a request has ended. React Aria does so in the next animation frame, but the page
 * stays inert until a passive effect, which may run later, and an inert page gets no focus. This must be below the overlay: the
 * cleanup of the overlay, which ends the inertness, runs first.
 */
function FocusReturn({ to }: { to: Element | null }) {
  useEffect(
    () => () => {
      if (document.activeElement === document.body && to instanceof HTMLElement)
        to.focus({ preventScroll: true })
    },
    [to],
  )
  return null
}
