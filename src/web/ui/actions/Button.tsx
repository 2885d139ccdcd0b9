import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { classNames } from '../class-names.ts'
import styles from './Button.module.css'

type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children'> & {
  /** Primary stands once on a screen; text looks like a link but acts. */
  kind?: 'primary' | 'quiet' | 'danger' | 'text'
  isWide?: boolean
  /** What a waiting button says, such as 'Processing...' (§2.10). */
  pendingText?: string
  children: ReactNode
}

/** A button of at least 44 px. While pending it keeps the focus, ignores presses and says that it waits. */
export function Button({ kind = 'quiet', isWide, pendingText, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={classNames(styles.button, styles[kind], isWide && styles.wide)}>
      {props.isPending === true && pendingText !== undefined ? pendingText : children}
    </AriaButton>
  )
}
