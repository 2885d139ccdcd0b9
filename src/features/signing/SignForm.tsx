import { useState } from 'react'
import * as z from 'zod/mini'
import { dateOf, formatDate } from '../../domain/dates.ts'
import { printedNote } from '../../domain/printed-letters.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { tickedBox } from '../../web/form/required-fields.ts'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { Checkbox } from '../../web/ui/fields/Checkbox.tsx'
import { RadioGroup } from '../../web/ui/fields/RadioGroup.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { type Drawing, drawing, missingIntent, typedName } from './domain/signature.ts'
import { isNameOf, otherNameQuestion } from './domain/signer-name.ts'
import { SignaturePad } from './SignaturePad.tsx'
import styles from './Signing.module.css'
import type { DecisionProps } from './signing-calls.ts'
import { conflictOf } from './signing-conflict.ts'

type Draft = {
  name: string
  confirmsName: boolean
  method: 'typed' | 'drawn'
  drawing: Drawing
  intends: boolean
}

const intends = tickedBox(missingIntent)
const fields = { name: typedName, confirmsName: z.boolean(), method: z.enum(['typed', 'drawn']), intends }
/** A drawing is validated only if it was chosen. */
const shapes = {
  typed: { ...fields, drawing: z.array(z.array(z.tuple([z.int(), z.int()]))) },
  drawn: { ...fields, drawing },
}

/** Asks about a name that is not the signer's. */
const schemaOf = (method: Draft['method'], yourName: string) =>
  z.object(shapes[method]).check(({ value: { name, confirmsName }, issues }) => {
    if (confirmsName || isNameOf(name, yourName)) return
    issues.push({
      code: 'custom',
      input: confirmsName,
      path: ['confirmsName'],
      message: otherNameQuestion(name, yourName),
    })
  })

const methods = [
  { value: 'typed', text: 'My typed name is my signature' },
  { value: 'drawn', text: 'I’ll draw my signature too' },
] as const

/** The signature: the typed name, an optional drawing, and the intent to sign. */
export function SignForm({ envelope, calls, onFinished, onStale }: DecisionProps) {
  const [conflict, setConflict] = useState<string | null>(null)
  const [method, setMethod] = useState<Draft['method']>('typed')
  const { locale, timeZone, displayName } = clientContext().clientSettings
  const { yourName, place } = envelope
  const form = useForm({
    schema: schemaOf(method, yourName),
    // The form can have every method, and lines in its drawing.
    initial: { name: '', confirmsName: false, method: 'typed', drawing: [], intends: false } as Draft,
    save: async ({ name, confirmsName, drawing: drawn }) =>
      await calls.sign({ name, confirmsName, drawing: method === 'drawn' ? drawn : null }),
    onSaved: next => onFinished(next, 'signed'),
    onFailure: failure => setConflict(conflictOf(failure, onStale)),
  })
  const isAsked =
    form.refusals > 0 &&
    z.safeParse(typedName, form.values.name).success &&
    !isNameOf(form.values.name, yourName)
  return (
    <Form form={form} label="Sign">
      {conflict === null ? null : (
        <Alert kind="caution" takesFocus>
          {conflict}
        </Alert>
      )}
      {place.isSponsor ? <p>You sign for {displayName}.</p> : null}
      <TextField
        {...form.field('name')}
        label="Your full name"
        hint={printedNote(form.values.name) ?? `Type it as you would sign, such as ${yourName}`}
        autoComplete="name"
        isRequired
        onChange={name => {
          form.set('name', name)
          form.set('confirmsName', false)
        }}
      />
      {isAsked ? (
        <Checkbox {...form.field('confirmsName')} isRequired>
          Yes, I sign as {form.values.name.trim()}
        </Checkbox>
      ) : null}
      <RadioGroup
        {...form.field('method')}
        label="Your signature"
        choices={methods}
        onChange={chosen => {
          form.set('method', chosen)
          setMethod(chosen)
        }}
      />
      {method === 'drawn' ? (
        <SignaturePad {...form.field('drawing')} />
      ) : (
        <p className={styles.typed} aria-hidden="true">
          {form.values.name.trim() === '' ? '\u00a0' : form.values.name}
        </p>
      )}
      <p>Date: {formatDate(dateOf(new Date(), timeZone), locale)}</p>
      <Checkbox {...form.field('intends')} isRequired>
        I have read this document and intend to sign it
      </Checkbox>
      <SubmitRow isPending={form.isPending} submitText="Sign document" />
    </Form>
  )
}
