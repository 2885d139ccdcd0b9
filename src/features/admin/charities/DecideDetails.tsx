import * as z from 'zod/mini'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import type { confirmBankDetails, declineBankDetails } from '../../charities/bank-details.contract.ts'

type DecideDetailsProps = {
  charityId: string
  detailsId: string
  endpoint: typeof confirmBankDetails | typeof declineBankDetails
  label: string
  hint?: string
  submitText: string
}

/** Confirms bank details after a call, or declines them; either is kept with its note. */
export function DecideDetails({
  charityId,
  detailsId,
  endpoint,
  label,
  hint,
  submitText,
}: DecideDetailsProps) {
  const form = useForm({
    schema: z.object({
      note: z
        .string()
        .check(z.trim(), z.minLength(1, 'Write it down'), z.maxLength(1000, 'Use 1,000 characters or fewer')),
    }),
    initial: { note: '' },
    save: attributes =>
      call(endpoint, { params: { charityId, detailsId }, body: { data: { type: 'command', attributes } } }),
    onSaved: () => void refreshAll(),
  })
  return (
    <Form form={form} guardsChanges={false} label={submitText}>
      <TextArea label={label} {...(hint === undefined ? {} : { hint })} isRequired {...form.field('note')} />
      <SubmitRow isPending={form.isPending} submitText={submitText} />
    </Form>
  )
}
