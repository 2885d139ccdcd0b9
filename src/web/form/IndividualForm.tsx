import { type ReactNode, useEffect, useRef } from 'react'
import type { OtherEdits } from '../../contract/problem-document.ts'
import type { InstantStyle } from '../../domain/dates.ts'
import { Form } from './Form.tsx'
import { fieldLabels } from './individual-labels.ts'
import { OtherEditsNotice } from './OtherEditsNotice.tsx'
import { CancelButton, SubmitRow } from './SubmitRow.tsx'
import type { FormHandle } from './use-form.ts'

type IndividualFormProps<Values extends Record<string, unknown>> = {
  form: FormHandle<Values>
  label: string
  /** Those of `useOtherEdits`. */
  edits: { otherEdits: OtherEdits | null; continueFrom: (revision: number) => void }
  instantStyle: InstantStyle
  /** Whether the focus starts on the first field. */
  takesFocus?: boolean
  onCancel: () => void
  children: ReactNode
}

/** A form of a person's fields. It shows what someone else saved meanwhile beside each entry. */
export function IndividualForm<Values extends Record<string, unknown>>(props: IndividualFormProps<Values>) {
  const { form, label, edits, instantStyle, takesFocus = false, onCancel, children } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.focus()
  }, [takesFocus])
  return (
    <div ref={box}>
      {edits.otherEdits === null ? null : (
        <OtherEditsNotice
          edits={edits.otherEdits}
          instantStyle={instantStyle}
          fields={Object.entries(form.values).flatMap(([name, own]) =>
            typeof own === 'string' ? [{ name, label: fieldLabels[name] ?? name, own }] : [],
          )}
          onUseSaved={({ revision, ...saved }) => {
            // The names are those of the form's fields.
            form.reset({ ...form.values, ...(saved as Partial<Values>) })
            edits.continueFrom(revision)
          }}
        />
      )}
      <Form form={form} label={label}>
        {children}
        <SubmitRow isPending={form.isPending} submitText="Save">
          <CancelButton form={form} onCancel={onCancel} />
        </SubmitRow>
      </Form>
    </div>
  )
}
