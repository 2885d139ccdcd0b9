import type { ReactNode } from 'react'
import styles from './IconButton.module.css'

type IconButtonProps = {
  /** What the picture means; the button's name for those who do not see it. */
  label: string
  onPress: () => void
  isDisabled?: boolean
  /** For a button that is on or off, such as the heart of §2.7. */
  isPressed?: boolean
  children: ReactNode
}

/** A button that shows only a picture, 44 px square. */
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
