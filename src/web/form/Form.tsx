import type { ReactNode } from 'react'
import { ErrorSummary } from './ErrorSummary.tsx'
import styles from './Form.module.css'
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx'
import type { FormHandle } from './use-form.ts'

type FormProps = {
  form: Omit<FormHandle, 'values' | 'field' | 'set' | 'reset'>
  /** False for searches and sign-in, which lose nothing when left. */
  guardsChanges?: boolean
  label?: string
  children: ReactNode
}

/** A form with its error summary and its guard. The browser's own messages are off: ours stand in the page and stay. */
export function Form({ form, guardsChanges = true, label, children }: FormProps) {
  return (
    <form noValidate aria-label={label} className={styles.form} onSubmit={event => void form.submit(event)}>
      <ErrorSummary entries={form.summary} refusals={form.refusals} />
      {guardsChanges ? <UnsavedChangesGuard form={form} /> : null}
      {children}
    </form>
  )
}
