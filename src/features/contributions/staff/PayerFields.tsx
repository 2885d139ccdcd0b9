import { maxMessageLength } from '../../../contract/required-text.ts'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { maxAddressLength, payerKindLabels, payerKinds } from '../domain/payer.ts'
import type { PayerDraft } from './payer-draft.ts'

/** Who gave a contribution, and what staff have to decide about it. `takesIra`: whether the sponsor takes money from individual retirement accounts. */
export function PayerFields<Draft extends PayerDraft>({
  form,
  takesIra,
}: {
  form: FormHandle<Draft>
  takesIra: boolean
}) {
  const kinds = payerKinds
    .filter(value => value !== 'ira' || takesIra)
    .map(value => ({ value, text: payerKindLabels[value] }))
  return (
    <>
      <RadioGroup
        label="The payer is"
        hint="It decides what the receipt says."
        choices={kinds}
        isRequired
        {...form.field('kind')}
        value={form.values.kind}
        onChange={kind => form.set('kind', kind)}
      />
      <TextField
        label="Name of the payer"
        hint={form.values.kind === 'ira' ? 'The owner of the account.' : 'As it stands on the receipt.'}
        autoComplete="off"
        isRequired
        {...form.field('name')}
        value={form.values.name}
        onChange={name => form.set('name', name)}
      />
      <TextArea
        label="Postal address"
        hint="If you know it. It stands on the receipt."
        maxLength={maxAddressLength}
        {...form.field('address')}
        value={form.values.address}
        onChange={address => form.set('address', address)}
      />
      {form.values.kind === 'ira' ? (
        <TextArea
          label="Why we accept money from an IRA"
          hint="For staff. A donor-advised fund can’t receive a qualified charitable distribution, so someone else has to confirm this."
          maxLength={maxMessageLength}
          isRequired
          {...form.field('acceptanceReason')}
          value={form.values.acceptanceReason}
          onChange={reason => form.set('acceptanceReason', reason)}
        />
      ) : null}
    </>
  )
}
