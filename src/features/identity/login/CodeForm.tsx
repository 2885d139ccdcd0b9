import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { oneTimeCode } from '../../../contract/factors.ts'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { verifySecondFactor } from '../sign-in.contract.ts'
import { finishSignInStep } from './continue-sign-in.ts'
import { signInMessage } from './sign-in-message.ts'

const fields = {
  code: {
    label: 'One-time code',
    hint: 'Six digits. The code changes every 30 seconds.',
    schema: oneTimeCode,
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  'backup-code': {
    label: 'Backup code',
    hint: 'For example, abcd-efgh-jkmn. Each code works once.',
    schema: z.string().check(z.trim(), z.minLength(1, 'Enter one of your backup codes')),
    autoComplete: 'off',
    inputMode: 'text',
  },
} as const

/** Passes a call's result on, and returns to the password where the sign-in request expired. */
export type OrExpired = <T>(sent: Promise<T>) => Promise<T>

type CodeFormProps = {
  kind: keyof typeof fields
  rememberDevice: boolean
  rememberField: ReactNode
  orExpired: OrExpired
}

/** The form for a one-time code or a backup code. */
export function CodeForm({ kind, rememberDevice, rememberField, orExpired }: CodeFormProps) {
  const { label, hint, schema, autoComplete, inputMode } = fields[kind]
  const form = useForm({
    schema: z.object({ code: schema }),
    initial: { code: '' },
    save: ({ code }) =>
      orExpired(call(verifySecondFactor, { body: { factor: { kind, code }, rememberDevice } })).catch(
        signInMessage,
      ),
    onSaved: finishSignInStep,
  })
  return (
    <Form form={form} guardsChanges={false} label={label}>
      <TextField
        label={label}
        hint={hint}
        autoComplete={autoComplete}
        inputMode={inputMode}
        maxLength={40}
        isShort
        isRequired
        autoFocus
        {...form.field('code')}
      />
      {rememberField}
      <SubmitRow isPending={form.isPending} submitText="Confirm" />
    </Form>
  )
}
