import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { shownInForm } from '../../../web/form/shown-in-form.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { type ProofKind, stepUp, stepUpProof } from '../step-up.contract.ts'

type TypedKind = Exclude<ProofKind, 'passkey'>

type Words = {
  label: string
  hint?: string
  missing: string
  type: 'text' | 'password'
  autoComplete: string
  inputMode?: 'numeric'
}

const words: Record<TypedKind, Words> = {
  code: {
    label: 'One-time code',
    hint: 'The six digits from your app',
    missing: 'Enter the six digits',
    type: 'text',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  'backup-code': {
    label: 'Backup code',
    hint: 'One of the codes you printed or wrote down. Each code works once.',
    missing: 'Enter one of your backup codes',
    type: 'text',
    autoComplete: 'off',
  },
  password: {
    label: 'Password',
    missing: 'Enter your password',
    type: 'password',
    autoComplete: 'current-password',
  },
}

type TypedFactorProps = { kind: TypedKind; onVerified: () => void; cancel: ReactNode }

/** A code or the password; what is wrong with it is said at its field. */
export function TypedFactor({ kind, onVerified, cancel }: TypedFactorProps) {
  const { label, hint, missing, type, autoComplete, inputMode } = words[kind]
  const field = kind === 'password' ? 'password' : 'code'
  const form = useForm({
    schema: z.object({ [field]: z.string().check(z.minLength(1, missing)) }),
    initial: { [field]: '' },
    save: async values => {
      const proof = z.safeParse(stepUpProof, { kind, [field]: values[field] })
      // Such as five digits: said before a guess is counted.
      if (!proof.success) throw new Problem('validation', { errors: { [field]: [messageOf(proof.error)] } })
      await call(stepUp, { body: { data: { type: 'command', attributes: proof.data } } }).catch(shownInForm)
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
