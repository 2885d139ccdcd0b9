import type { ReactNode } from 'react'
import buttonStyles from '../actions/Button.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import styles from './Popover.module.css'
import { PressPopover } from './PressPopover.tsx'

type MenuPopoverProps = {
  /** The content of the button. */
  trigger: ReactNode
  /** The accessible name of the list. */
  label: string
  triggerClassName?: string | undefined
  look?: 'plain' | 'button'
  /** The list of entries; they call `close` when pressed. */
  children: (close: () => void) => ReactNode
}

/**
 * A button that opens a short list of links or buttons. Not `role=menu`, in which links would no longer be links to a screen reader: Tab
 * moves through the list, Escape closes it and returns the focus.
 */
export function MenuPopover({ trigger, label, triggerClassName, look, children }: MenuPopoverProps) {
  return (
    <PressPopover
      trigger={
        <>
          {trigger}
          <Icon name="chevron-down" className={styles.arrow} />
        </>
      }
      triggerClassName={classNames(
        look === 'button' ? buttonStyles.button : styles.trigger,
        triggerClassName,
      )}
      label={label}
      panelClassName={classNames(styles.popover, styles.list)}
      offsetPx={6}
    >
      {children}
    </PressPopover>
  )
}
