import * as z from 'zod/mini'
import { requiredReason } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import type { cancelRun, RunDetails, withdrawRun } from '../payments.contract.ts'
import { doneSentence } from './payment-labels.ts'

type EndRunProps = {
  runId: string
  command: 'cancel' | 'withdraw'
  endpoint: typeof cancelRun | typeof withdrawRun
  label: string
  submitText: string
  onDone: (next: RunDetails, sentence: string) => void
}

/** Cancels a run or withdraws its approval, with the reason. */
export function EndRun({ runId, command, endpoint, label, submitText, onDone }: EndRunProps) {
  const form = useForm({
    schema: z.object({ reason: requiredReason }),
    initial: { reason: '' },
    save: attributes =>
      call(endpoint, { params: { runId }, body: { data: { type: 'command', attributes } } }),
    onSaved: next => onDone(next, doneSentence(command, next)),
    onFailure: showSubmitFailure,
  })
  return (
    <Form form={form} guardsChanges={false} label={submitText}>
      <TextArea label={label} isRequired {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText={submitText} />
    </Form>
  )
}
