import { type ReactNode, useRef } from 'react'
import { Alert } from '../ui/notices/Alert.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import styles from './Form.module.css'
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx'
import type { FormHandle } from './use-form.ts'
import { useLocalBackup } from './use-local-backup.ts'

type FormProps = {
  form: Omit<FormHandle, 'values' | 'field' | 'set' | 'reset' | 'markSaved'>
  /** False for searches and login, which lose nothing when left. */
  guardsChanges?: boolean
  /** Whether the browser keeps what was typed when a session ends by itself. False for numbers of bank accounts. */
  keepsEntries?: boolean
  label?: string
  children: ReactNode
}

/** A form with its error summary, unsaved-changes guard and local backup. Native validation is off, because our messages stay in the page. */
export function Form({ form, guardsChanges = true, keepsEntries = true, label, children }: FormProps) {
  const box = useRef<HTMLFormElement>(null)
  const isRestored = useLocalBackup(form, box, keepsEntries)
  return (
    <form
      ref={box}
      noValidate
      aria-label={label}
      className={styles.form}
      onSubmit={event => void form.submit(event)}
    >
      {isRestored && form.isDirty ? (
        <Alert heading="We kept what you typed">
          Your session ended before it was saved. Please check it, then continue.
        </Alert>
      ) : null}
      <ErrorSummary entries={form.summary} refusals={form.refusals} />
      {guardsChanges ? <UnsavedChangesGuard form={form} /> : null}
      {children}
    </form>
  )
}
