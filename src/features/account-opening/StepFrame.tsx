import type { ReactNode } from 'react'
import { Form } from '../../web/form/Form.tsx'
import { LeaveDialog } from '../../web/form/LeaveDialog.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import styles from './AccountOpening.module.css'
import type { DraftStep } from './domain/application.ts'
import type { StepForm } from './use-step-form.ts'

type StepFrameProps<Step extends DraftStep> = { label: string; step: StepForm<Step>; children: ReactNode }

/** A step's fields, which are saved as they are typed, with its two ways on: complete, or as it is for another day or device. */
export function StepFrame<Step extends DraftStep>({ label, step, children }: StepFrameProps<Step>) {
  const { form, autosave, part, saveAs } = step
  return (
    <div className={styles.form}>
      <LeaveDialog
        title="You have unsaved changes"
        wouldLose={form.isDirtyNow}
        wouldLoseByClosing={() => form.isDirtyNow() && autosave.failure !== null}
        save={autosave.flush}
      >
        Your latest changes could not be saved. If you leave this page now, they will be lost.
      </LeaveDialog>
      <Form form={form} guardsChanges={false} label={label}>
        {children}
        {autosave.failure !== null && form.isDirty ? (
          <Alert kind="caution" heading="Not saved">
            {autosave.failure} Your entries are still here.
          </Alert>
        ) : null}
        <p role="status">{autosave.isSaved ? 'Saved.' : null}</p>
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
