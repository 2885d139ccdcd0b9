import { useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { batchReference, type PostingBatchDetails } from '../posting-batches.contract.ts'

type EnterBatchProps = {
  /** A name to begin with. */
  reference?: string
  hint?: string
  save: (reference: string) => Promise<PostingBatchDetails>
  /** What was checked has changed, so that it is checked again. */
  onChanged: () => void
}

/** Names a batch that was checked, and sends it to a second person. */
export function EnterBatch({
  reference: initial = '',
  hint = 'For staff, such as “Gains of the third quarter”. Each batch has its own.',
  save,
  onChanged,
}: EnterBatchProps) {
  const { history } = useRouter()
  const form = useForm<{ reference: string }, { reference: string }, PostingBatchDetails>({
    schema: z.object({ reference: batchReference }),
    initial: { reference: initial },
    save: ({ reference }) => save(reference),
    onSaved: batch => {
      void refreshAll()
      history.push(staffPaths.postingBatch(batch.batchId))
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      if (failure instanceof Problem && failure.code === 'conflict') onChanged()
    },
  })
  return (
    <Form form={form} label="Enter this batch" guardsChanges={false}>
      <TextField
        label="Name of the batch"
        hint={hint}
        maxLength={120}
        isRequired
        {...form.field('reference')}
      />
      <SubmitRow isPending={form.isPending} submitText="Send for confirmation" />
    </Form>
  )
}
