import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { issueSentence } from '../../../contract/issue-sentences.ts'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { shownInForm } from '../../../web/form/shown-in-form.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { type StepUpKind, stepUp, stepUpMethod } from '../step-up.contract.ts'

type TypedKind = Exclude<StepUpKind, 'passkey'>

type FieldTexts = {
  label: string
  hint?: string
  errorMessage: string
  type: 'text' | 'password'
  autoComplete: string
  inputMode?: 'numeric'
}

const fieldTexts: Record<TypedKind, FieldTexts> = {
  code: {
    label: 'One-time code',
    hint: 'The six digits from your app',
    errorMessage: 'Enter the six digits',
    type: 'text',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  'backup-code': {
    label: 'Backup code',
    hint: 'One of the codes you printed or wrote down. Each code works once.',
    errorMessage: 'Enter one of your backup codes',
    type: 'text',
    autoComplete: 'off',
  },
  password: {
    label: 'Password',
    errorMessage: 'Enter your password',
    type: 'password',
    autoComplete: 'current-password',
  },
}

type TypedFactorProps = { kind: TypedKind; onVerified: () => void; cancel: ReactNode }

/** The form for a code or the password; errors are shown at its field. */
export function TypedFactor({ kind, onVerified, cancel }: TypedFactorProps) {
  const { label, hint, errorMessage, type, autoComplete, inputMode } = fieldTexts[kind]
  const field = kind === 'password' ? 'password' : 'code'
  const form = useForm({
    schema: z.object({ [field]: z.string().check(z.minLength(1, errorMessage)) }),
    initial: { [field]: '' },
    save: async values => {
      const parsed = z.safeParse(stepUpMethod, { kind, [field]: values[field] }, { error: issueSentence })
      // Invalid input, such as five digits, is rejected here and does not count as an attempt.
      if (!parsed.success) throw new Problem('validation', { errors: { [field]: [messageOf(parsed.error)] } })
      await call(stepUp, { body: { data: { type: 'command', attributes: parsed.data } } }).catch(shownInForm)
    },
    onSaved: onVerified,
  })
  return (
    <Form form={form} guardsChanges={false} label={label}>
      <TextField
        label={label}
        type={type}
        autoComplete={autoComplete}
        maxLength={500}
        isRequired
        isShort={kind !== 'password'}
        autoFocus
        {...(hint === undefined ? {} : { hint })}
        {...(inputMode === undefined ? {} : { inputMode })}
        {...form.field(field)}
        value={form.values[field] ?? ''}
      />
      <SubmitRow isPending={form.isPending} submitText="Confirm">
        {cancel}
      </SubmitRow>
    </Form>
  )
}

const messageOf = (error: z.core.$ZodError): string => error.issues[0]?.message ?? ''
