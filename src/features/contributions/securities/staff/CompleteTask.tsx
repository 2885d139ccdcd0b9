import * as z from 'zod/mini'
import { typedText } from '../../../../contract/typed-text.ts'
import { dateOf, type IsoDate } from '../../../../domain/dates.ts'
import { call } from '../../../../web/api/call.ts'
import { refreshAll } from '../../../../web/api/query.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { Form } from '../../../../web/form/Form.tsx'
import { FormHeading } from '../../../../web/form/FormHeading.tsx'
import { requiredDate } from '../../../../web/form/required-fields.ts'
import { CancelButton, SubmitRow } from '../../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { DateField } from '../../../../web/ui/fields/DateField.tsx'
import { TextArea } from '../../../../web/ui/fields/TextArea.tsx'
import styles from '../../staff/Contributions.module.css'
import { holdingTaskLabels } from '../domain/holding-task.ts'
import { completeHoldingTask, maxNoteLength, type Task } from '../holdings.contract.ts'
import { type HoldingFormProps, showRefusal } from './holding-form.ts'

type Draft = { doneOn: IsoDate | null; note: string }

const schema = z.object({
  doneOn: requiredDate('Enter the day on which it was done'),
  note: z.pipe(
    typedText(maxNoteLength),
    z.transform((note: string) => (note === '' ? null : note)),
  ),
})

/** Records that a task about an asset was done. */
export function CompleteTask({ holding, task, onDone, onCancel }: HoldingFormProps & { task: Task }) {
  const { holdingId, fundId, description } = holding
  const today = dateOf(new Date(), clientContext().clientSettings.timeZone)
  const initial: Draft = { doneOn: today, note: '' }
  const form = useForm({
    schema,
    initial,
    save: async attributes =>
      await call(
        completeHoldingTask,
        {
          params: { fundId, holdingId, taskId: task.taskId },
          body: { data: { type: 'command', attributes } },
        },
        { fundId },
      ),
    onSaved: () => {
      onDone(`${holdingTaskLabels[task.kind]}: done for ${description}.`)
      void refreshAll()
    },
    onFailure: showRefusal,
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Complete a task">
        <FormHeading level={2}>
          {holdingTaskLabels[task.kind]}: {description}
        </FormHeading>
        <DateField
          label="Done on"
          hint="It can’t be changed later."
          latest={today}
          isRequired
          {...form.field('doneOn')}
        />
        <TextArea
          label="Note"
          hint="For staff, such as where the paper is filed."
          maxLength={maxNoteLength}
          {...form.field('note')}
        />
        <SubmitRow isPending={form.isPending} submitText="Save as done">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
