import * as z from 'zod/mini'
import { type OneTimeCodeSetUp, oneTimeCode } from '../../../contract/factors.ts'
import { call } from '../../../web/api/call.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { AppSecret } from '../../../web/ui/AppSecret.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx'
import { addOneTimeCode } from '../factors.contract.ts'
import styles from './Codes.module.css'
import { refreshProfile } from './refresh-profile.ts'

type SetUpOneTimeCodeProps = { setUp: OneTimeCodeSetUp; onClose: () => void }

const schema = z.object({ code: oneTimeCode })

/** Shows the secret as a QR code and as text, and asks for the first code of the app. */
export function SetUpOneTimeCode({ setUp, onClose }: SetUpOneTimeCodeProps) {
  const form = useForm({
    schema,
    initial: { code: '' },
    save: ({ code }) =>
      call(addOneTimeCode, {
        body: { data: { type: 'command', attributes: { setUpId: setUp.setUpId, code } } },
      }),
    onSaved: () => {
      onClose()
      showToast({ header: 'One-time codes are set up', className: 'success' })
      void refreshProfile()
    },
    onFailure: failure => {
      onClose()
      showFailure(failure)
    },
  })
  return (
    <Dialog title="Set up one-time codes" isOpen onClose={onClose}>
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
              <Button onPress={onClose}>Cancel</Button>
            </SubmitRow>
          </Form>
        </li>
      </ol>
    </Dialog>
  )
}
