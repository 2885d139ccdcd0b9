import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { classNames } from '../class-names.ts'
import { useDismissal } from './open-dialogs.ts'
import styles from './Popover.module.css'

type MenuPopoverProps = {
  /** What the opener shows. */
  opener: ReactNode
  /** The name of the list that opens. */
  label: string
  openerClassName?: string | undefined
  /** The entries; `close` is for what is pressed in it. */
  children: (close: () => void) => ReactNode
}

/**
 * A button that opens a short list of links. Links in a `role=menu` would no longer be links to a screen reader, so this is a
 * list in a popover: Tab goes through it, Escape closes it and gives the focus back.
 */
export function MenuPopover({ opener, label, openerClassName, children }: MenuPopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  useDismissal(isOpen, close)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={classNames(styles.opener, openerClassName)}>
        {opener}
        <svg className={styles.arrow} viewBox="0 0 12 12" aria-hidden="true">
          <path d="m2.5 4.5 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={6} containerPadding={12}>
        <Dialog aria-label={label} className={classNames(styles.dialog, styles.list)}>
          {children(close)}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
