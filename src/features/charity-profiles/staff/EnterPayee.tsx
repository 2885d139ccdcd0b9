import * as z from 'zod/mini'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { type PayeeFields, payeeFields, payeeReason, proposePayeeChange } from '../payee-changes.contract.ts'
import { profileFieldLabel } from './profile-labels.ts'

const schema = z.object({ ...payeeFields.shape, reason: payeeReason })

type EnterPayeeProps = { charityId: string; revision: number; fields: PayeeFields; onDone: () => void }

/** A change of the payee, which someone else has to confirm. */
export function EnterPayee({ charityId, revision, fields: inUse, onDone }: EnterPayeeProps) {
  const form = useForm({
    schema,
    initial: { ...inUse, reason: '' },
    save: ({ reason, ...fields }) =>
      call(proposePayeeChange, {
        params: { charityId },
        body: { data: { type: 'command', attributes: { revision, fields, reason } } },
      }),
    onSaved: () => {
      showToast({ className: 'success', header: 'The change is awaiting confirmation by a second person.' })
      onDone()
      void refreshAll()
    },
  })
  return (
    <Form form={form} label="Change of the payee">
      <Checkbox {...form.field('paysByEft')}>{profileFieldLabel('paysByEft')}</Checkbox>
      <TextField
        label={profileFieldLabel('payeeName')}
        hint="If different from the name in the register"
        autoComplete="off"
        {...form.field('payeeName')}
      />
      <TextArea
        label={profileFieldLabel('payeeAddress')}
        hint={inClientEnglish('Only if different from the register. Include town and postcode.')}
        {...form.field('payeeAddress')}
      />
      <TextField
        label={profileFieldLabel('payeeEmail')}
        type="email"
        hint="If empty, we print them."
        autoComplete="off"
        {...form.field('payeeEmail')}
      />
      <TextArea
        label="Where this change comes from"
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
