import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/actions/Button.tsx'
import styles from './Form.module.css'

type SubmitRowProps = {
  isPending: boolean
  submitText: ReactNode
  /** Quiet where a screen has several forms of the same weight. */
  submitKind?: 'primary' | 'quiet'
  isWide?: boolean
  isDisabled?: boolean
  /** Cancel, Back: buttons or links. */
  children?: ReactNode
}

/** The buttons of a form. While it submits, 'Processing... Please wait.' replaces them (§2.9). */
export function SubmitRow(props: SubmitRowProps) {
  const {
    isPending,
    submitText,
    submitKind = 'primary',
    isWide = false,
    isDisabled = false,
    children,
  } = props
  const row = useRef<HTMLDivElement>(null)
  const wasPending = useRef(false)
  // The submit button was removed while sending, and the focus was lost with it. Unless something else has taken the focus, such
  // as the error summary, return it, so that keyboard users continue where they were.
  useEffect(() => {
    const isBack = wasPending.current && !isPending
    wasPending.current = isPending
    if (isBack && document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }, [isPending])
  return (
    <div ref={row} className={styles.row}>
      <div role="status">{isPending ? <p className={styles.wait}>Processing... Please wait.</p> : null}</div>
      {isPending ? null : (
        <>
          <Button kind={submitKind} isWide={isWide} type="submit" isDisabled={isDisabled}>
            {submitText}
          </Button>
          {children}
        </>
      )}
    </div>
  )
}

type CancelButtonProps = {
  form: { reset: () => void }
  onCancel: () => void
  children?: ReactNode
}

/** Leaves a form without its input, so that the form does not ask whether to leave. */
export function CancelButton({ form, onCancel, children = 'Cancel' }: CancelButtonProps) {
  const cancel = () => {
    form.reset()
    onCancel()
  }
  return <Button onPress={cancel}>{children}</Button>
}
