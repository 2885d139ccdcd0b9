import * as z from 'zod/mini'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { payGrant } from '../../grants/staff-commands.contract.ts'
import type { StaffGrant } from '../../grants/staff-grants.contract.ts'
import { ConfirmCommand } from './ConfirmCommand.tsx'
import { commandLabels } from './commands.ts'
import { notConfirmed, useConfirmation } from './use-confirmation.ts'

const schema = z.object({
  paymentMethod: z.enum(['eft', 'cheque']),
  paymentReference: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter the payment reference'),
      z.maxLength(60, 'Use 60 characters or fewer'),
    ),
})
type Values = z.input<typeof schema>

type PayFormProps = {
  grant: StaffGrant
  onSaved: (grant: StaffGrant) => void
  onFailed: (failure: unknown) => void
}

/** Records a grant's payment. The charity's default payment type is preselected (§9). */
export function PayForm({ grant, onSaved, onFailed }: PayFormProps) {
  const confirmation = useConfirmation()
  const paysByEft = grant.charityNow?.paysByEft ?? false
  const cheque = clientContext().clientSettings.locale === 'en-US' ? 'Check' : 'Cheque'
  const initial: Values = { paymentMethod: paysByEft ? 'eft' : 'cheque', paymentReference: '' }
  const form = useForm({
    schema,
    initial,
    save: async attributes => {
      if (!(await confirmation.ask())) throw notConfirmed
      return await call(payGrant, {
        params: { grantId: grant.grantId },
        body: { data: { type: 'command', attributes } },
      })
    },
    onSaved,
    onFailure: failure => {
      if (failure !== notConfirmed) onFailed(failure)
    },
  })
  return (
    <Form form={form} label={commandLabels.pay.title}>
      <RadioGroup
        label="How it was paid"
        hint={
          paysByEft
            ? 'This charity is enrolled for EFT.'
            : `This charity is usually paid by ${cheque.toLowerCase()}.`
        }
        choices={[
          { value: 'eft', text: 'EFT' },
          { value: 'cheque', text: cheque },
        ]}
        {...form.field('paymentMethod')}
      />
      <TextField
        label={form.values.paymentMethod === 'eft' ? 'EFT reference' : `${cheque} number`}
        maxLength={60}
        isRequired
        autoComplete="off"
        {...form.field('paymentReference')}
      />
      <SubmitRow
        isPending={form.isPending && confirmation.isConfirmed}
        submitText={commandLabels.pay.submit}
      />
      <ConfirmCommand command="pay" grant={grant} confirmation={confirmation} />
    </Form>
  )
}
