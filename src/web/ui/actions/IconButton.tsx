import type { ReactNode } from 'react'
import styles from './IconButton.module.css'

type IconButtonProps = {
  /** The accessible name. */
  label: string
  onPress: () => void
  isDisabled?: boolean
  /** For toggles, such as the heart of §2.7. */
  isPressed?: boolean
  children: ReactNode
}

/** A button with only an icon, 44 px square. */
export function IconButton({ label, onPress, isDisabled = false, isPressed, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      className={styles.button}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
