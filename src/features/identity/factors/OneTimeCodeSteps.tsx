import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { type OneTimeCodeSetUp, oneTimeCode } from '../../../contract/factors.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { AppSecret } from '../../../web/ui/AppSecret.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import styles from './Codes.module.css'

type OneTimeCodeStepsProps<Saved> = {
  setUp: OneTimeCodeSetUp
  save: (confirmation: { setUpId: string; code: string }) => Promise<Saved>
  onSaved: (saved: Saved) => void
  onFailure?: (failure: unknown) => void
  cancel: ReactNode
}

const schema = z.object({ code: oneTimeCode })

/** Shows the secret as a QR code and as text, and asks for the first code of the app. */
export function OneTimeCodeSteps<Saved>({
  setUp,
  save,
  onSaved,
  onFailure,
  cancel,
}: OneTimeCodeStepsProps<Saved>) {
  const form = useForm({
    schema,
    initial: { code: '' },
    save: ({ code }) => save({ setUpId: setUp.setUpId, code }),
    onSaved,
    ...(onFailure === undefined ? {} : { onFailure }),
  })
  return (
    <ol className={styles.steps}>
      <li>
        <p>Open your authenticator app and scan this QR code.</p>
        <AppSecret uri={setUp.uri} secret={setUp.secret} />
      </li>
      <li>
        <p>Enter the six digits that the app shows.</p>
        <Form form={form} guardsChanges={false} label="Set up one-time codes">
          <TextField
            label="One-time code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            isShort
            isRequired
            {...form.field('code')}
          />
          <SubmitRow isPending={form.isPending} submitText="Confirm">
            {cancel}
          </SubmitRow>
        </Form>
      </li>
    </ol>
  )
}
