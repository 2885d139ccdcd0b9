import { useState } from 'react'
import * as z from 'zod/mini'
import { enteredAmount } from '../../contract/wire.ts'
import { isFundId } from '../../domain/fund-id.ts'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../web/client-context/max-amount.ts'
import { Form } from '../../web/form/Form.tsx'
import { CancelButton, SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { MoneyField } from '../../web/ui/fields/MoneyField.tsx'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { missingOtherFund, requestTransfer, transferFields } from './transfers.contract.ts'

const schema = z.object({
  ...transferFields.shape,
  toFundId: z.string().check(z.trim(), z.refine(isFundId, missingOtherFund)),
  amountMinor: enteredAmount,
})

type TransferFormProps = { fundId: number; onRequested: () => void; onCancel: () => void }

/** Requests a transfer. It asks for both the number and the name of the other fund, so that a typing error is noticed. */
export function TransferForm({ fundId, onRequested, onCancel }: TransferFormProps) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema,
    initial: { toFundId: '', toAccountName: '', amountMinor: null as bigint | null, reason: '' },
    save: attributes => {
      const toFundId = Number(attributes.toFundId)
      return call(
        requestTransfer,
        {
          params: { fundId },
          body: { data: { type: 'command', attributes: { ...attributes, toFundId } } },
        },
        { idempotencyKey },
      )
    },
    onSaved: () => {
      void refreshAll()
      onRequested()
    },
  })
  return (
    <Form form={form} label="Request a transfer">
      <TextField
        label="Account ID of the other fund"
        inputMode="numeric"
        isRequired
        autoComplete="off"
        {...form.field('toFundId')}
      />
      <TextField
        label="Name of the other fund"
        isRequired
        autoComplete="off"
        {...form.field('toAccountName')}
      />
      <MoneyField
        label="Amount"
        currency={clientContext().currentDbHeader}
        maxMinor={maxAmountMinor()}
        isRequired
        {...form.field('amountMinor')}
      />
      <TextArea label="Reason (optional)" {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText="Request this transfer">
        <CancelButton form={form} onCancel={onCancel} />
      </SubmitRow>
    </Form>
  )
}
