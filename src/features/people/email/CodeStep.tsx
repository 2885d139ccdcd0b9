import * as z from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { shownInForm } from '../../../web/form/shown-in-form.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import styles from './ChangeEmail.module.css'
import { confirmEmailChange, emailCode } from './email.contract.ts'

type CodeStepProps = {
  email: string
  onConfirmed: (changed: Reply<typeof confirmEmailChange>) => void
  onRestart: () => void
}

const schema = z.object({ code: emailCode })

/** Asks for the mailed code, which shows that the person receives mail at the new address. */
export function CodeStep({ email, onConfirmed, onRestart }: CodeStepProps) {
  const form = useForm({
    schema,
    initial: { code: '' },
    save: body => call(confirmEmailChange, { body }).catch(shownInForm),
    onSaved: onConfirmed,
  })
  return (
    <>
      <Alert kind="information" heading="Check your e-mail" takesFocus>
        <p>
          We’ve sent a code to <strong>{email}</strong>. It’s valid for 30 minutes.
        </p>
      </Alert>
      <Form form={form} guardsChanges={false} label="Confirm your address">
        <div className={styles.code}>
          <TextField
            label="Code"
            hint="Eight digits"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            isRequired
            {...form.field('code')}
          />
        </div>
        <SubmitRow isPending={form.isPending} submitText="Confirm">
          <Button kind="text" onPress={onRestart}>
            Use another address, or send a new code
          </Button>
        </SubmitRow>
      </Form>
    </>
  )
}
