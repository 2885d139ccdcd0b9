import * as z from 'zod/mini'
import { maxMessageLength, requiredReason } from '../../../contract/required-text.ts'
import { enteredAmount } from '../../../contract/wire.ts'
import { isFundId } from '../../../domain/fund-id.ts'
import type { Currency } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { batchKinds } from '../../posting-batches/domain/posting-batch.ts'
import { missingReductionFund } from '../fee-reductions.contract.ts'
import { writeOffFee } from '../fee-write-offs.contract.ts'
import { feeKinds } from '../fees.contract.ts'

const schema = z.object({
  fundId: z.string().check(z.trim(), z.refine(isFundId, missingReductionFund)),
  kind: z.enum(feeKinds),
  amountMinor: enteredAmount,
  reason: requiredReason,
})
type Draft = {
  fundId: string
  kind: (typeof feeKinds)[number]
  amountMinor: bigint | null
  reason: string
}

type WriteOffFeeProps = { currency: Currency; onDone: () => void }

/** Asks a second person to write off all that a fund owes of a fee. */
export function WriteOffFee({ currency, onDone }: WriteOffFeeProps) {
  const form = useForm<Draft, z.output<typeof schema>, { accountName: string }>({
    schema,
    initial: { fundId: '', kind: 'administrative_fee', amountMinor: null, reason: '' },
    save: ({ fundId, ...typed }) =>
      call(writeOffFee, {
        body: { data: { type: 'command', attributes: { ...typed, fundId: Number(fundId) } } },
      }),
    onSaved: ({ accountName }) => {
      showToast({
        className: 'success',
        header: `The write-off of ${accountName} waits for a second person.`,
      })
      form.reset()
      onDone()
    },
  })
  return (
    <Form form={form} label="Write off an owed fee">
      <p>
        The fund then owes nothing of this fee, and nothing is posted. Someone else confirms it on Requests.
        It cannot be undone, and says nothing about later fees. If the batch that left it owed is reversed, it
        ends.
      </p>
      <TextField
        label="Account ID"
        inputMode="numeric"
        isShort
        isRequired
        autoComplete="off"
        {...form.field('fundId')}
      />
      <Select
        label="Fee"
        choices={feeKinds.map(value => ({ value, text: batchKinds[value].label }))}
        isRequired
        {...form.field('kind')}
      />
      <MoneyField
        label="Amount owed"
        hint="As the list shows it. All of it is written off."
        currency={currency}
        maxMinor={maxAmountMinor()}
        isRequired
        {...form.field('amountMinor')}
      />
      <TextArea
        label="Reason"
        hint="For staff."
        maxLength={maxMessageLength}
        isRequired
        {...form.field('reason')}
      />
      <SubmitRow isPending={form.isPending} submitText="Send for confirmation" />
    </Form>
  )
}
