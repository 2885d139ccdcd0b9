import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Popover.module.css'
import { PressPopover } from './PressPopover.tsx'

type InfoPopoverProps = {
  label: string
  /** Its distance below the button, so that it does not cover what it explains. */
  offsetPx?: number
  children: ReactNode
}

/** A small 'i' button that explains something. Not a tooltip: it works by touch, stays open, and may contain links. */
export function InfoPopover({ label, offsetPx = 8, children }: InfoPopoverProps) {
  return (
    <PressPopover
      trigger={
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="10" cy="10" r="8.2" fill="none" stroke="currentColor" strokeWidth="1.4" />
          <path d="M10 9v5.2M10 5.7v1.4" stroke="currentColor" strokeWidth="1.7" />
        </svg>
      }
      triggerLabel={label}
      triggerClassName={classNames(styles.info)}
      label={label}
      panelClassName={classNames(styles.popover)}
      offsetPx={offsetPx}
    >
      {() => children}
    </PressPopover>
  )
}
