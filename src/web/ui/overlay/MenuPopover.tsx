import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Popover.module.css'
import { PressPopover } from './PressPopover.tsx'

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
  return (
    <PressPopover
      opener={
        <>
          {opener}
          <svg className={styles.arrow} viewBox="0 0 12 12" aria-hidden="true">
            <path d="m2.5 4.5 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </>
      }
      openerClassName={classNames(styles.opener, openerClassName)}
      label={label}
      panelClassName={classNames(styles.popover, styles.list)}
      offsetPx={6}
    >
      {children}
    </PressPopover>
  )
}
