import * as z from 'zod/mini'
import { refreshAll } from '../../web/api/query.ts'
import { Form } from '../../web/form/Form.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'

type NoteFormProps = {
  label: string
  hint?: string
  submitText: string
  /** What the note has to be, by the contract of the command. */
  text: z.ZodMiniType<string, string>
  save: (note: string) => Promise<unknown>
}

/** A decision with a note that is stored. */
export function NoteForm({ label, hint, submitText, text, save }: NoteFormProps) {
  const form = useForm({
    schema: z.object({ note: text }),
    initial: { note: '' },
    save: ({ note }) => save(note),
    onSaved: () => void refreshAll(),
  })
  return (
    <Form form={form} guardsChanges={false} label={submitText}>
      <TextArea label={label} {...(hint === undefined ? {} : { hint })} isRequired {...form.field('note')} />
      <SubmitRow isPending={form.isPending} submitText={submitText} />
    </Form>
  )
}
