import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import styles from './Contributions.module.css'

type EndContributionProps = {
  /** Names the form: `Cancel a contribution`. */
  label: string
  heading: string
  reason: { schema: z.ZodMiniType<string, string>; maxLength: number }
  submitText: string
  save: (attributes: { reason: string }) => Promise<unknown>
  onSaved: () => void
  onCancel: () => void
  /** What follows, before the reason. */
  children: ReactNode
}

/** Cancels or reverses a contribution, with a reason. */
export function EndContribution(props: EndContributionProps) {
  const { label, heading, reason, submitText, save, onSaved, onCancel, children } = props
  const form = useForm({
    schema: z.object({ reason: reason.schema }),
    initial: { reason: '' },
    save,
    onSaved: () => {
      onSaved()
      void refreshAll()
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      void refreshAll()
    },
  })
  return (
    <div className={styles.form}>
      <Form form={form} label={label}>
        <FormHeading level={2}>{heading}</FormHeading>
        {children}
        <TextArea
          label="Reason"
          hint="For staff. Donors don’t see it."
          maxLength={reason.maxLength}
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText={submitText}>
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
