import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Button.module.css'

type ButtonProps = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onClick' | 'disabled' | 'className' | 'style'
> & {
  onPress?: () => void
  isDisabled?: boolean
  /** Waiting: it keeps the focus, says so, and ignores presses. */
  isPending?: boolean
  /** Primary stands once on a screen; text looks like a link but acts. */
  kind?: 'primary' | 'quiet' | 'danger' | 'text'
  isWide?: boolean
  /** What a waiting button says, such as 'Processing...' (§2.10). */
  pendingText?: string
  children: ReactNode
}

/** A button of at least 44 px. The browser's own: the first screen need not fetch a library for it. */
export function Button(props: ButtonProps) {
  const {
    onPress,
    isDisabled = false,
    isPending = false,
    kind = 'quiet',
    isWide,
    pendingText,
    children,
    ...rest
  } = props
  return (
    <button
      type="button"
      {...rest}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      data-pending={isPending || undefined}
      className={classNames(styles.button, styles[kind], isWide && styles.wide)}
      onClick={event => {
        // A waiting submit button must not send its form once more.
        if (isPending) event.preventDefault()
        else onPress?.()
      }}
    >
      {isPending && pendingText !== undefined ? pendingText : children}
    </button>
  )
}
