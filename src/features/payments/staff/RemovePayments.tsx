import * as z from 'zod/mini'
import { requiredReason } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { type RunDetails, removePayments } from '../payments.contract.ts'
import type { RunPayment } from '../run-payment.contract.ts'
import styles from './Payments.module.css'
import { doneSentence } from './payment-labels.ts'

type RemovePaymentsProps = {
  runId: string
  /** Null: all that cannot be paid. */
  payment: RunPayment | null
  onDone: (next: RunDetails, sentence: string) => void
  onCancel?: () => void
}

/** Takes one grant, or all that cannot be paid, out of a run. */
export function RemovePayments({ runId, payment, onDone, onCancel }: RemovePaymentsProps) {
  const label = payment === null ? 'Remove grants that cannot be paid' : 'Remove this grant'
  const form = useForm({
    schema: z.object({ reason: requiredReason }),
    initial: { reason: payment?.problem ?? '' },
    save: ({ reason }) =>
      call(removePayments, {
        params: { runId },
        body: { data: { type: 'command', attributes: { paymentId: payment?.paymentId ?? null, reason } } },
      }),
    onSaved: run => onDone(run, doneSentence('remove', run)),
    onFailure: showSubmitFailure,
  })
  return (
    <div className={styles.panel}>
      <Form form={form} guardsChanges={false} label={label}>
        {payment === null ? null : <FormHeading level={2}>Grant {payment.transactionId}</FormHeading>}
        <TextArea
          label="Reason"
          hint="For staff. Donors don’t see it."
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText={label}>
          {onCancel === undefined ? null : <Button onPress={onCancel}>Go back</Button>}
        </SubmitRow>
      </Form>
    </div>
  )
}
