import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
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
      trigger={<Icon name="info" />}
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
