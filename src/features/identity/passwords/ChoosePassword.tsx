import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { shownInForm } from '../../../web/form/shown-in-form.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { newPassword } from './new-password-schema.ts'
import styles from './Password.module.css'
import { checkPasswordLink, setPasswordByLink } from './password.contract.ts'

type ChoosePasswordProps = { token: string; onDone: () => void; onRetry: () => void }

/** The second step, opened by the mailed link: shows the user ID and asks for the new password. */
export function ChoosePassword({ token, onDone, onRetry }: ChoosePasswordProps) {
  const link = useQuery({
    // Only a part of the token, because query keys are visible in developer tools.
    queryKey: ['password link', token.slice(0, 8)],
    queryFn: () => call(checkPasswordLink, { body: { token } }),
    gcTime: 0,
    retry: false,
  })
  return (
    <>
      <PageHeading title="Choose a Password">Choose a Password</PageHeading>
      {link.data ? (
        <NewPasswordForm token={token} userId={link.data.userId} onDone={onDone} />
      ) : link.error instanceof Problem && link.error.code === 'conflict' ? (
        <>
          <Alert kind="caution" heading="This link no longer works" takesFocus>
            <p>A link works once, within 45 minutes. Only the newest link works.</p>
          </Alert>
          <Button kind="primary" onPress={onRetry}>
            Request a new link
          </Button>
        </>
      ) : link.isLoadingError ? (
        <LoadFailure what="Your link" requests={[link]} />
      ) : (
        <Skeleton shape="text" lines={4} label="Checking your link" />
      )}
    </>
  )
}

const schema = z.object({ userId: z.string(), password: newPassword })

function NewPasswordForm({ token, userId, onDone }: { token: string; userId: string; onDone: () => void }) {
  const form = useForm({
    schema,
    initial: { userId, password: '' },
    save: ({ password }) => call(setPasswordByLink, { body: { token, password } }).catch(shownInForm),
    onSaved: onDone,
  })
  return (
    <Form form={form} guardsChanges={false} label="Choose a Password">
      {/* A field, so that password managers save both together. */}
      <TextField label="User ID" autoComplete="username" isReadOnly {...form.field('userId')} />
      <NewPasswordField label="New password" field={form.field('password')} />
      <SubmitRow isPending={form.isPending} submitText="Set password" />
      <p className={styles.help}>Setting a new password logs this user ID out on all devices.</p>
    </Form>
  )
}
