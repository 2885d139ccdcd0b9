import { useState } from 'react'
import * as z from 'zod/mini'
import { dateOf } from '../../../domain/dates.ts'
import { usStates } from '../../../domain/us-states.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { requiredDate } from '../../../web/form/required-fields.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { latestExpiry, vettingBases, vettingBasisLabels } from '../domain/vetting.ts'
import { proposeVetting, type VettingFields, vettingFields } from '../vettings.contract.ts'

type VettingFormProps = {
  /** Initial values, from a donor's proposal or from the vetting that is renewed. */
  known: Partial<Omit<VettingFields, 'expiresOn'>>
  /** The organization whose vetting is renewed; null for one that was never vetted. */
  charityId: string | null
  /** The donor's proposal that asked for it. */
  proposalId: string | null
  onDone: () => void
  /** Absent: as when it is done. */
  onCancel?: () => void
}

const states = Object.entries(usStates).map(([value, text]) => ({ value, text }))
const schema = z.object({
  ...vettingFields.shape,
  expiresOn: requiredDate('Enter the last day on which the vetting is valid'),
})

/** The vetting of an organization that is not on a register. Its documents are added after it was saved. */
export function VettingForm({ known, charityId, proposalId, onDone, onCancel = onDone }: VettingFormProps) {
  const { currentDbHeader, clientSettings } = clientContext()
  const country = currentDbHeader === 'USD' ? 'US' : 'GB'
  const latest = latestExpiry(dateOf(new Date(), clientSettings.timeZone))
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema,
    initial: {
      name: '',
      alsoKnownAs: '',
      street: '',
      city: '',
      usState: '',
      postalCode: '',
      basis: vettingBases[country][0],
      finding: '',
      ...known,
      expiresOn: latest,
    },
    save: attributes =>
      call(
        proposeVetting,
        { body: { data: { type: 'command', attributes: { ...attributes, charityId, proposalId } } } },
        { idempotencyKey },
      ),
    onSaved: ({ charityId: number }) => {
      showToast({
        className: 'success',
        header: `Saved as ${number}. Add supporting documents. Someone else must confirm it.`,
      })
      onDone()
      void refreshAll()
    },
  })
  return (
    <Form form={form} label={charityId === null ? 'Vet a charity' : 'Renew the vetting'}>
      <TextField label="Name" isRequired autoComplete="off" {...form.field('name')} />
      <TextField label="Also known as" autoComplete="off" {...form.field('alsoKnownAs')} />
      <TextField label="Street" autoComplete="off" {...form.field('street')} />
      <TextField
        label={country === 'US' ? 'City' : 'Town'}
        isRequired
        autoComplete="off"
        {...form.field('city')}
      />
      {country === 'US' ? <Select label="State" choices={states} {...form.field('usState')} /> : null}
      <TextField
        label={country === 'US' ? 'ZIP code' : 'Postcode'}
        isRequired
        autoComplete="off"
        {...form.field('postalCode')}
      />
      <RadioGroup
        label="Basis for eligibility"
        choices={vettingBases[country].map(value => ({ value, text: vettingBasisLabels[value] }))}
        {...form.field('basis')}
      />
      <TextArea
        label="What the documents show"
        hint="The person who confirms it compares this with the documents."
        isRequired
        {...form.field('finding')}
      />
      <DateField
        label="Valid until"
        hint="Up to three years from now. After that, each grant to it needs a review."
        latest={latest}
        isRequired
        {...form.field('expiresOn')}
      />
      <SubmitRow isPending={form.isPending} submitText="Save for confirmation">
        <Button onPress={onCancel}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}
