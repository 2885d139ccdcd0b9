import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useDismissal } from './open-dialogs.ts'
import styles from './Popover.module.css'

type InfoPopoverProps = {
  label: string
  /** How far below it stands: clear of what it explains. */
  offsetPx?: number
  children: ReactNode
}

/** A small 'i' whose press explains something. Not a tooltip: it works by touch, stays, and may hold links. */
export function InfoPopover({ label, offsetPx = 8, children }: InfoPopoverProps) {
  const [isOpen, setOpen] = useState(false)
  useDismissal(isOpen, () => setOpen(false))
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button aria-label={label} className={styles.info ?? ''}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="10" cy="10" r="8.2" fill="none" stroke="currentColor" strokeWidth="1.4" />
          <path d="M10 9v5.2M10 5.7v1.4" stroke="currentColor" strokeWidth="1.7" />
        </svg>
      </Button>
      <Popover className={styles.popover ?? ''} offset={offsetPx} containerPadding={12}>
        <Dialog aria-label={label} className={styles.dialog ?? ''}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
