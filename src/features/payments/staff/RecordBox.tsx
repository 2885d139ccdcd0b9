import * as z from 'zod/mini'
import { countOf } from '../../../domain/count-of.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { requiredDate } from '../../../web/form/required-fields.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { type ChequeStock, newBox, recordChequeBox } from '../cheque-stock.contract.ts'

type Draft = { first: string; last: string; receivedOn: IsoDate | null }
type Entered = { first: string; last: string; receivedOn: IsoDate }

const schema = z.object({ ...newBox.shape, receivedOn: requiredDate('Enter the day') })

/** How many numbers the typed ones are; null while they are no box. */
function countTyped({ first, last }: Draft): number | null {
  if (!/^\d{1,12}$/.test(first.trim()) || !/^\d{1,12}$/.test(last.trim())) return null
  const count = BigInt(last.trim()) - BigInt(first.trim()) + 1n
  return count > 0n ? Number(count) : null
}

type RecordBoxProps = { stock: ChequeStock; onDone: (sentence: string) => void }

/** Records a box of cheques that was received. */
export function RecordBox({ stock, onDone }: RecordBoxProps) {
  const { locale, timeZone } = clientContext().clientSettings
  const form = useForm<Draft, Entered, unknown>({
    schema,
    initial: { first: '', last: '', receivedOn: dateOf(new Date(), timeZone) },
    save: attributes => call(recordChequeBox, { body: { data: { type: 'command', attributes } } }),
    onSaved: () =>
      onDone(`The box from ${form.values.first.trim()} to ${form.values.last.trim()} was recorded.`),
  })
  const count = countTyped(form.values)
  return (
    <Form form={form} guardsChanges={false} label="Record a box">
      <p>
        {localEnglish(
          stock.isKept
            ? 'Look at the first and the last cheque in the box.'
            : 'Look at the first and the last cheque in the box. From the first box on, runs take their numbers from the stock, and no one types them.',
          locale,
        )}
      </p>
      <TextField
        label="First number"
        inputMode="numeric"
        autoComplete="off"
        isShort
        isRequired
        {...form.field('first')}
      />
      <TextField
        label="Last number"
        hint={
          count === null ? undefined : `${countOf(count, localEnglish('cheque', locale), locale)} in all.`
        }
        inputMode="numeric"
        autoComplete="off"
        isShort
        isRequired
        {...form.field('last')}
      />
      <DateField label="Received on" isRequired {...form.field('receivedOn')} />
      <SubmitRow isPending={form.isPending} submitText="Record the box" />
    </Form>
  )
}
