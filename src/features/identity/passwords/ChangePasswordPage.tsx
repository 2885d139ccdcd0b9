import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { shownInForm } from '../../../web/form/shown-in-form.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { currentPassword, maxEnteredPasswordLength } from '../domain/credentials.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { newPassword } from './new-password-schema.ts'
import styles from './Password.module.css'
import { changePassword } from './password.contract.ts'

const schema = z.object({ currentPassword, newPassword })

/** /my-profile/password: changes the password, confirmed by the current one. Only for clients with profile updates. */
export function ChangePasswordPage() {
  const [sessionsEnded, setSessionsEnded] = useState<number | null>(null)
  const form = useForm({
    schema,
    initial: { currentPassword: '', newPassword: '' },
    save: body => call(changePassword, { body }).catch(shownInForm),
    onSaved: saved => {
      // Clears the typed passwords from the page.
      form.reset({ currentPassword: '', newPassword: '' })
      setSessionsEnded(saved.sessionsEnded)
    },
  })
  return (
    <div className={styles.page}>
      <PageHeading title="Update Password">Update Password</PageHeading>
      {sessionsEnded === null ? (
        <Form form={form} guardsChanges={false} label="Update Password">
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            maxLength={maxEnteredPasswordLength}
            isRequired
            {...form.field('currentPassword')}
          />
          <NewPasswordField label="New password" field={form.field('newPassword')} />
          <SubmitRow isPending={form.isPending} submitText="Save">
            <Link to={paths.myProfile()}>Cancel</Link>
          </SubmitRow>
          <p className={styles.help}>You’ll stay logged in here and be logged out everywhere else.</p>
        </Form>
      ) : (
        <>
          <Alert kind="success" heading="Thank You" takesFocus>
            <p>
              Your password has been changed, and we’ve e-mailed you a confirmation.{' '}
              {endedLabel(sessionsEnded)}
            </p>
          </Alert>
          <p>
            <Link to={paths.myProfile()}>Back to your profile</Link>
          </p>
        </>
      )}
    </div>
  )
}

function endedLabel(sessions: number): string {
  if (sessions === 0) return 'You weren’t logged in anywhere else.'
  return sessions === 1
    ? 'You’ve been logged out in one other place.'
    : `You’ve been logged out in ${sessions} other places.`
}
