import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { bankFields, proposeBankDetails } from '../bank-details.contract.ts'
import { accountKindNames, accountKinds } from '../domain/bank-numbers.ts'

/** New bank details. Their numbers are encrypted and never shown again. */
export function EnterDetails({ charityId, onDone }: { charityId: string; onDone: () => void }) {
  const isUs = clientContext().currentDbHeader === 'USD'
  const form = useForm({
    schema: bankFields,
    initial: { holderName: '', bank: '', account: '', accountKind: 'checking', reason: '' },
    save: attributes =>
      call(proposeBankDetails, { params: { charityId }, body: { data: { type: 'command', attributes } } }),
    onSaved: () => {
      showToast({ className: 'success', header: 'The details are awaiting confirmation by a second person.' })
      onDone()
      void refreshAll()
    },
  })
  return (
    <Form form={form} label="New bank details" keepsEntries={false}>
      <TextField label="Name on the account" isRequired autoComplete="off" {...form.field('holderName')} />
      <TextField
        label={isUs ? 'Routing number' : 'Sort code'}
        inputMode="numeric"
        isRequired
        autoComplete="off"
        {...form.field('bank')}
      />
      <TextField
        label="Account number"
        hint="Only its last four digits are shown once it is saved."
        isRequired
        autoComplete="off"
        {...form.field('account')}
      />
      {isUs ? (
        <RadioGroup
          {...form.field('accountKind')}
          label="Kind of account"
          value={form.values.accountKind ?? 'checking'}
          choices={accountKinds.map(value => ({ value, text: accountKindNames[value] }))}
          onChange={kind => form.set('accountKind', kind)}
        />
      ) : null}
      <TextArea
        label="Where these details come from"
        hint="For example, a letter from the charity and its date."
        isRequired
        {...form.field('reason')}
      />
      <SubmitRow isPending={form.isPending} submitText="Save for confirmation">
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}
