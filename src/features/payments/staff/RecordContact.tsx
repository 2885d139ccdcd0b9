import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { type Cheque, contactNote, noteContact } from '../cheques.contract.ts'
import styles from './Payments.module.css'

type NoteContactProps = { cheque: Cheque; onDone: () => void; onCancel: () => void }

/** Notes who staff contacted about a cheque, and what they said. */
export function RecordContact({ cheque, onDone, onCancel }: NoteContactProps) {
  const form = useForm({
    schema: contactNote,
    initial: { note: '' },
    save: attributes =>
      call(noteContact, {
        params: { paymentId: cheque.paymentId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: () => {
      onDone()
      void refreshAll()
    },
  })
  return (
    <div className={styles.panel}>
      <Form form={form} label="Note that you contacted the charity">
        <FormHeading level={2}>
          {cheque.payeeName}, {cheque.number}
        </FormHeading>
        <TextArea label="Who you contacted, and what they said" isRequired {...form.field('note')} />
        <SubmitRow isPending={form.isPending} submitText="Save the note">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
