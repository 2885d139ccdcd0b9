import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { oneTimeCode } from '../../../contract/factors.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextField } from '../../../web/ui/fields/TextField.tsx'

const fields = {
  code: {
    name: 'code',
    label: 'One-time code',
    hint: 'The six digits from your app',
    schema: oneTimeCode,
    type: 'text',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: 40,
  },
  'backup-code': {
    name: 'code',
    label: 'Backup code',
    hint: 'One of the codes you printed or wrote down. Each code works once.',
    schema: z.string().check(z.regex(/[a-z\d]/i, 'Enter one of your backup codes')),
    type: 'text',
    autoComplete: 'off',
    inputMode: 'text',
    maxLength: 40,
  },
  password: {
    name: 'password',
    label: 'Password',
    schema: z.string().check(z.minLength(1, 'Enter your password')),
    type: 'password',
    autoComplete: 'current-password',
    inputMode: 'text',
    maxLength: 500,
  },
} as const

type TypedFactorProps<Kind, Saved> = {
  kind: Kind
  /** Sends what was typed. Invalid input, such as five digits, is not sent and does not count as an attempt. */
  save: (typed: string) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** Between the field and the buttons. */
  children?: ReactNode
  cancel?: ReactNode
}

/** The form for a code or the password; errors are shown at its field. */
export function TypedFactor<Kind extends keyof typeof fields, Saved>({
  kind,
  save,
  onSaved,
  children,
  cancel,
}: TypedFactorProps<Kind, Saved>) {
  const { name, schema, label, ...field } = fields[kind]
  const form = useForm({
    schema: z.object({ [name]: schema }),
    initial: { [name]: '' },
    save: values => save(values[name] ?? ''),
    onSaved,
  })
  return (
    <Form form={form} guardsChanges={false} label={label}>
      <TextField
        label={label}
        isRequired
        isShort={kind !== 'password'}
        autoFocus
        {...field}
        {...form.field(name)}
        value={form.values[name] ?? ''}
      />
      {children}
      <SubmitRow isPending={form.isPending} submitText="Confirm">
        {cancel}
      </SubmitRow>
    </Form>
  )
}
