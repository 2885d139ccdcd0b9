import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { noteSuspenseItem, type SuspenseItem, suspenseNote } from '../reconciliation.contract.ts'
import styles from './Bank.module.css'

type NoteSuspenseProps = { item: SuspenseItem; onDone: (sentence: string) => void; onCancel: () => void }

/** Notes what was found out about money in suspense. */
export function NoteSuspense({ item, onDone, onCancel }: NoteSuspenseProps) {
  const form = useForm({
    schema: suspenseNote,
    initial: { note: item.note ?? '' },
    save: attributes =>
      call(noteSuspenseItem, {
        params: { itemId: item.itemId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: () => {
      onDone('The note was saved. You look after this money now.')
      void refreshAll()
    },
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Add a note about money in suspense">
        <FormHeading level={2}>{item.counterparty ?? item.detail}</FormHeading>
        <TextArea label="What you found out" isRequired {...form.field('note')} />
        <SubmitRow isPending={form.isPending} submitText="Save the note">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
