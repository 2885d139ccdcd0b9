import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { supportsPasskeys } from '../../../web/passkeys.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import {
  enteredPassword,
  enteredUserId,
  maxEnteredPasswordLength,
  maxUserIdLength,
} from '../domain/credentials.ts'
import { finishSignInStep } from './continue-sign-in.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import styles from './SignInPage.module.css'
import { logIn, logInByPasskey, type NextStep, requestPasskey } from './sign-in.contract.ts'
import { signInMessage } from './sign-in-message.ts'
import { withSignInRequest } from './sign-in-request.ts'

const schema = z.object({ userId: enteredUserId, password: enteredPassword })

type PasswordStepProps = {
  /** Empty at first; known where the person has to enter the password once more. */
  userId: string
  /** Whether a later step took too long. */
  hasExpired: boolean
  onNext: (next: NextStep, userId: string) => void
}

/** User ID and password, or a passkey, which needs no second factor. */
export function PasswordStep({ userId, hasExpired, onNext }: PasswordStepProps) {
  const { displayName } = clientContext().clientSettings
  const [isShown, setShown] = useState(false)
  const form = useForm({
    schema,
    initial: { userId, password: '' },
    save: body => withSignInRequest(() => call(logIn, { body })).catch(signInMessage),
    onSaved: (next, values) => onNext(next, values.userId),
  })
  return (
    <>
      <PageHeading title="Log In" lead={`Welcome to ${displayName}.`} takesFocus={false}>
        Log In
      </PageHeading>
      {hasExpired ? (
        <Alert kind="caution">
          For your security, a login ends after ten minutes. Please enter your password again.
        </Alert>
      ) : null}
      <Form form={form} guardsChanges={false} label="Log In">
        <TextField
          label="User ID"
          autoComplete="username"
          maxLength={maxUserIdLength}
          isRequired
          autoFocus={userId === ''}
          {...form.field('userId')}
        />
        <TextField
          label="Password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={maxEnteredPasswordLength}
          isRequired
          autoFocus={userId !== ''}
          {...form.field('password')}
        />
        <Checkbox name="showPassword" value={isShown} onChange={setShown}>
          Show password
        </Checkbox>
        <SubmitRow isPending={form.isPending} submitText="Log In">
          <Link to={paths.home()}>Cancel</Link>
        </SubmitRow>
      </Form>
      <ul className={styles.helpLinks}>
        <li>
          <Link to={paths.passwordSetup()}>Create or reset your password</Link>
        </li>
        <li>
          <Link to={paths.forgotUser()}>Forgot your user ID?</Link>
        </li>
      </ul>
      {supportsPasskeys() ? (
        <section className={styles.alternative}>
          <h2>Log in without a password</h2>
          <p>If you’ve added a passkey, you can log in with it instead.</p>
          <PasskeyButton
            text="Log in with a passkey"
            request={async () => {
              const first = { body: { step: 'first' } } as const
              return (await withSignInRequest(() => call(requestPasskey, first))).passkeyRequest
            }}
            onAnswer={async answer => finishSignInStep(await call(logInByPasskey, { body: { answer } }))}
          />
        </section>
      ) : null}
    </>
  )
}
