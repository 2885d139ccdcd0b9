import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import {
  missingCategory,
  type ReversalCategory,
  reversalCategories,
  reversalLabels,
} from '../domain/reversal.ts'
import styles from './Contributions.module.css'

type EndContributionProps = {
  /** Names the form: `Cancel a contribution`. */
  label: string
  heading: string
  reason: { schema: z.ZodMiniType<string, string>; maxLength: number }
  submitText: string
  /** Whether staff also choose why a contribution is taken back. */
  hasCategory?: boolean
  /** `category`: null where none is chosen. */
  save: (attributes: { reason: string; category: ReversalCategory | null }) => Promise<unknown>
  onSaved: () => void
  onCancel: () => void
  /** What follows, before the reason. */
  children: ReactNode
}

/** Cancels or reverses a contribution, with a reason. */
export function EndContribution(props: EndContributionProps) {
  const { label, heading, reason, hasCategory = false, submitText, save, onSaved, onCancel, children } = props
  const initial: { category: ReversalCategory | null; reason: string } = { category: null, reason: '' }
  const form = useForm({
    schema: z.object({
      category: z
        .nullable(z.enum(reversalCategories))
        .check(z.refine(category => !hasCategory || category !== null, missingCategory)),
      reason: reason.schema,
    }),
    initial,
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
        {hasCategory ? (
          <RadioGroup
            label="Why it is taken back"
            hint="A completed gift is irrevocable, and is not returned."
            choices={reversalCategories.map(value => ({ value, text: reversalLabels[value] }))}
            isRequired
            {...form.field('category')}
          />
        ) : null}
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
