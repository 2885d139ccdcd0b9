import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Text } from 'react-aria-components/Text'
import styles from './Field.module.css'

/** What a field needs to know and what is wrong with it; both are read out with the field. */
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
