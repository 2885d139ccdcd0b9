import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './IconButton.module.css'

type IconButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> & {
  /** What the picture means; the button's name for those who do not see it. */
  label: string
  children: ReactNode
}

/** A button that shows only a picture, 44 px square. */
export function IconButton({ label, children, ...props }: IconButtonProps) {
  return (
    <AriaButton {...props} aria-label={label} className={styles.button ?? ''}>
      {children}
    </AriaButton>
  )
}
