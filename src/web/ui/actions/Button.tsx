import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Button.module.css'

type ButtonProps = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onClick' | 'disabled' | 'className' | 'style'
> & {
  onPress?: () => void
  isDisabled?: boolean
  /** Busy: keeps the focus, announces it, and ignores presses. */
  isPending?: boolean
  /** A screen has at most one primary button; text looks like a link but acts. */
  kind?: 'primary' | 'quiet' | 'danger' | 'text'
  isWide?: boolean
  /** Its text is content, such as the name of an account, so that paper has it too. */
  isPrinted?: boolean
  /** The label of a busy button, such as 'Processing...' (§2.10). */
  pendingText?: string
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** A button of at least 44 px. A native one, so that the first screen needs no library for it. */
export function Button(props: ButtonProps) {
  const {
    onPress,
    isDisabled = false,
    isPending = false,
    kind = 'quiet',
    isWide,
    isPrinted,
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
      className={classNames(styles.button, styles[kind], isWide && styles.wide, isPrinted && styles.printed)}
      onClick={event => {
        // A busy submit button must not submit again.
        if (isPending) event.preventDefault()
        else onPress?.()
      }}
    >
      {isPending && pendingText !== undefined ? pendingText : children}
    </button>
  )
}
