import type { ReactNode } from 'react'
import { Button } from '../ui/actions/Button.tsx'
import styles from './Form.module.css'

type SubmitRowProps = {
  isPending: boolean
  submitText: ReactNode
  isDisabled?: boolean
  /** Cancel, Back: buttons or links. */
  children?: ReactNode
}

/** The buttons at the foot of a form. While it is sent they give way to 'Processing... Please wait.' (§2.9). */
export function SubmitRow({ isPending, submitText, isDisabled = false, children }: SubmitRowProps) {
  return (
    <div className={styles.row}>
      <div role="status">{isPending ? <p className={styles.wait}>Processing... Please wait.</p> : null}</div>
      {isPending ? null : (
        <>
          <Button kind="primary" type="submit" isDisabled={isDisabled}>
            {submitText}
          </Button>
          {children}
        </>
      )}
    </div>
  )
}
