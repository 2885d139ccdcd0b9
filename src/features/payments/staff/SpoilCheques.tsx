import * as z from 'zod/mini'
import { maxMessageLength } from '../../../contract/required-text.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { spoilCheques, spoiledCheques } from '../cheque-stock.contract.ts'

/** One number is the first and the last. */
const schema = z.object({
  ...spoiledCheques.shape,
  last: z.union([z.string().check(z.trim(), z.maxLength(0)), spoiledCheques.shape.last]),
})

/** Records cheques of the stock that were spoiled or lost before they were issued. */
export function SpoilCheques({ onDone }: { onDone: (sentence: string) => void }) {
  const { locale } = clientContext().clientSettings
  const form = useForm({
    schema,
    initial: { first: '', last: '', reason: '' },
    save: ({ first, last, reason }) =>
      call(spoilCheques, {
        body: { data: { type: 'command', attributes: { first, last: last === '' ? first : last, reason } } },
      }),
    onSaved: () => {
      const [first, last] = [form.values.first.trim(), form.values.last.trim()]
      onDone(
        last === '' || last === first
          ? `Number ${first} is void.`
          : `The numbers from ${first} to ${last} are void.`,
      )
    },
  })
  return (
    <Form form={form} guardsChanges={false} label={localEnglish('Record spoiled or lost cheques', locale)}>
      <p>
        {localEnglish(
          'For cheques that were not issued. A number that is void is used for no cheque. It cannot be taken back.',
          locale,
        )}
      </p>
      <TextField
        label="Number"
        hint="Of several, the first."
        inputMode="numeric"
        autoComplete="off"
        isShort
        isRequired
        {...form.field('first')}
      />
      <TextField
        label="Last number"
        hint="Leave it empty for one."
        inputMode="numeric"
        autoComplete="off"
        isShort
        {...form.field('last')}
      />
      <TextArea
        label="What happened"
        hint="For staff."
        maxLength={maxMessageLength}
        isRequired
        {...form.field('reason')}
      />
      <SubmitRow isPending={form.isPending} submitText="Make void" />
    </Form>
  )
}
