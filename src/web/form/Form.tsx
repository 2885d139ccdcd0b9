import type { ReactNode } from 'react'
import { ErrorSummary } from './ErrorSummary.tsx'
import styles from './Form.module.css'
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx'
import type { FormHandle } from './use-form.ts'

type FormProps = {
  form: Omit<FormHandle, 'values' | 'field' | 'set' | 'reset'>
  /** False for searches and login, which lose nothing when left. */
  guardsChanges?: boolean
  label?: string
  children: ReactNode
}

/** A form with its error summary and unsaved-changes guard. Native validation is off, because our messages stay in the page. */
export function Form({ form, guardsChanges = true, label, children }: FormProps) {
  return (
    <form noValidate aria-label={label} className={styles.form} onSubmit={event => void form.submit(event)}>
      <ErrorSummary entries={form.summary} refusals={form.refusals} />
      {guardsChanges ? <UnsavedChangesGuard form={form} /> : null}
      {children}
    </form>
  )
}
