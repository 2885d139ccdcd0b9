import * as z from 'zod/mini'
import { localEnglish } from '../../../domain/local-english.ts'
import { formatMoney } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { tickedBox } from '../../../web/form/required-fields.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { approveRun, firstCheque, type RunDetails } from '../payments.contract.ts'
import { doneSentence, paymentCount } from './payment-labels.ts'

type ApproveRunProps = { run: RunDetails; onDone: (next: RunDetails, sentence: string) => void }

/** The approval by a second person: the sum that they approve, and the number of the first cheque. */
export function ApproveRun({ run, onDone }: ApproveRunProps) {
  const { locale } = clientContext().clientSettings
  const isCheque = run.method === 'cheque'
  const form = useForm({
    schema: z.object({
      hasLooked: tickedBox('Confirm that you have looked at the payments'),
      firstCheque: isCheque ? firstCheque : z.string(),
    }),
    initial: { hasLooked: false, firstCheque: run.nextCheque ?? '' },
    save: values =>
      call(approveRun, {
        params: { runId: run.runId },
        body: {
          data: { type: 'command', attributes: { firstCheque: isCheque ? values.firstCheque : null } },
        },
      }),
    onSaved: next => onDone(next, doneSentence('approve', next)),
    onFailure: showSubmitFailure,
  })
  const sum = formatMoney(run.amountMinor, run.currency, locale)
  return (
    <Form form={form} guardsChanges={false} label="Approve this run">
      {isCheque ? (
        <TextField
          label={`Number on the first ${localEnglish('cheque', locale)}`}
          hint="The others follow it one by one."
          inputMode="numeric"
          autoComplete="off"
          isRequired
          {...form.field('firstCheque')}
        />
      ) : null}
      <Checkbox {...form.field('hasLooked')}>
        I have looked at these {paymentCount(run.payments)} of {sum} in all
      </Checkbox>
      <SubmitRow isPending={form.isPending} submitText="Approve this run" />
    </Form>
  )
}
