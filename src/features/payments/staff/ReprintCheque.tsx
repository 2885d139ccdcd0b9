import * as z from 'zod/mini'
import { maxMessageLength, requiredReason } from '../../../contract/required-text.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { call } from '../../../web/api/call.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import type { RunDetails } from '../payments.contract.ts'
import { reprintCheque } from '../print-cheques.contract.ts'
import type { RunPayment } from '../run-payment.contract.ts'
import styles from './Payments.module.css'
import { doneSentence } from './payment-labels.ts'

type ReprintChequeProps = {
  runId: string
  payment: RunPayment
  onDone: (next: RunDetails, sentence: string) => void
  onCancel: () => void
}

/** Gives a cheque that the printer spoiled another number. */
export function ReprintCheque({ runId, payment, onDone, onCancel }: ReprintChequeProps) {
  const { locale } = clientContext().clientSettings
  const form = useForm({
    schema: z.object({ reason: requiredReason }),
    initial: { reason: '' },
    save: attributes =>
      call(reprintCheque, {
        params: { runId, paymentId: payment.paymentId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: run => onDone(run, doneSentence('reprint', run)),
    onFailure: showSubmitFailure,
  })
  return (
    <div className={styles.panel}>
      <Form form={form} guardsChanges={false} label={localEnglish('Reprint this cheque', locale)}>
        <FormHeading level={2}>
          {localEnglish('Cheque', locale)} {payment.paidTo}
        </FormHeading>
        <p>
          {localEnglish(
            'Look at the spoiled cheque, and destroy it. Its number becomes void, and the next one of the stock replaces it.',
            locale,
          )}
        </p>
        <TextArea
          label="What happened"
          hint="For staff."
          maxLength={maxMessageLength}
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText={localEnglish('Reprint this cheque', locale)}>
          <Button onPress={onCancel}>Go back</Button>
        </SubmitRow>
      </Form>
    </div>
  )
}
