import * as z from 'zod/mini'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { Form } from './Form.tsx'
import { SubmitRow } from './SubmitRow.tsx'
import { useForm } from './use-form.ts'

type NoteFormProps<Saved> = {
  label: string
  hint?: string
  submitText: string
  /** What the note has to be, by the contract of the command. */
  text: z.ZodMiniType<string, string>
  save: (note: string) => Promise<Saved>
  onSaved: (saved: Saved) => void
}

/** A decision with a note that is stored. */
export function NoteForm<Saved>(props: NoteFormProps<Saved>) {
  const { label, hint, submitText, text, save, onSaved } = props
  const form = useForm({
    schema: z.object({ note: text }),
    initial: { note: '' },
    save: ({ note }) => save(note),
    onSaved,
  })
  return (
    <Form form={form} guardsChanges={false} label={submitText}>
      <TextArea label={label} {...(hint === undefined ? {} : { hint })} isRequired {...form.field('note')} />
      <SubmitRow isPending={form.isPending} submitText={submitText} />
    </Form>
  )
}
