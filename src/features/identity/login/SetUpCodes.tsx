import * as z from 'zod/mini'
import { type OneTimeCodeSetUp, oneTimeCode } from '../../../contract/factors.ts'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { AppSecret } from '../../../web/ui/AppSecret.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { finishSetUp } from '../sign-in.contract.ts'
import styles from './SignInPage.module.css'
import { signInMessage } from './sign-in-message.ts'

type SetUpCodesProps = {
  setUp: OneTimeCodeSetUp
  onDone: (finished: { redirectTo: string; backupCodes: string[] }) => void
  onBack: () => void
}

/** Shows the secret as a QR code and as text, and asks for the first code of the app. */
export function SetUpCodes({ setUp, onDone, onBack }: SetUpCodesProps) {
  const form = useForm({
    schema: z.object({ code: oneTimeCode }),
    initial: { code: '' },
    save: ({ code }) =>
      call(finishSetUp, { body: { kind: 'code', setUpId: setUp.setUpId, code } }).catch(signInMessage),
    onSaved: onDone,
  })
  return (
    <>
      <PageHeading
        title="Set up one-time codes"
        lead="Use any authenticator app. Many password managers include one."
      >
        Set up one-time codes
      </PageHeading>
      <ol className={styles.steps}>
        <li>
          <h2>Scan this QR code with the app</h2>
          <AppSecret uri={setUp.uri} secret={setUp.secret} />
        </li>
        <li>
          <h2>Enter the code from the app</h2>
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
              <Button onPress={onBack}>Back</Button>
            </SubmitRow>
          </Form>
        </li>
      </ol>
    </>
  )
}
