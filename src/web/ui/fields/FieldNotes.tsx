import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Text } from 'react-aria-components/Text'
import styles from './Field.module.css'

/** The hint and errors of a field; screen readers announce both with it. */
export function FieldNotes({ hint, errors }: { hint?: ReactNode; errors?: readonly string[] | undefined }) {
  return (
    <>
      {hint === undefined ? null : (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{errors?.join(' ')}</FieldError>
    </>
  )
}
