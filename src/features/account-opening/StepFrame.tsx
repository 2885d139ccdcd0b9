import type { ReactNode } from 'react'
import { Form } from '../../web/form/Form.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import styles from './AccountOpening.module.css'
import type { DraftStep } from './domain/application.ts'
import type { StepForm } from './use-step-form.ts'

type StepFrameProps<Step extends DraftStep> = { label: string; step: StepForm<Step>; children: ReactNode }

/** A step's fields with its two ways on: complete, or saved as it is for another day or device. */
export function StepFrame<Step extends DraftStep>({ label, step, children }: StepFrameProps<Step>) {
  const { form, part, saveAs } = step
  return (
    <div className={styles.form}>
      <Form form={form} label={label}>
        {children}
        <SubmitRow isPending={form.isPending} submitText="Save and continue">
          <Button
            onPress={() =>
              void saveAs(part(), { says: 'Saved. You can continue at any time, on any device.' })
            }
          >
            Save for later
          </Button>
        </SubmitRow>
      </Form>
    </div>
  )
}
