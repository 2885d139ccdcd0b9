import * as z from 'zod/mini'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { shownInForm } from '../../../web/form/shown-in-form.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { enteredUserId, maxUserIdLength } from '../domain/credentials.ts'
import styles from './Password.module.css'
import { requestPasswordLink } from './password.contract.ts'

const schema = z.object({ userId: enteredUserId })

/** The first step: the user ID. The next step is the same whether or not the user exists. */
export function RequestLink({ onSent }: { onSent: () => void }) {
  const { support } = clientContext().clientSettings
  const form = useForm({
    schema,
    initial: { userId: '' },
    save: body => call(requestPasswordLink, { body }).catch(shownInForm),
    onSaved: onSent,
  })
  return (
    <>
      <PageHeading
        title="Reset or Create Password"
        lead="Enter your user ID, and we will send you a link to choose a password."
      >
        Reset or Create Password
      </PageHeading>
      <Form form={form} guardsChanges={false} label="Reset or Create Password">
        <TextField
          label="User ID"
          hint="The ID you log in with. For many people it’s their e-mail address."
          autoComplete="username"
          maxLength={maxUserIdLength}
          isRequired
          {...form.field('userId')}
        />
        <SubmitRow isPending={form.isPending} submitText="Send the link">
          <Link to={paths.signIn()}>Back to Log In</Link>
        </SubmitRow>
      </Form>
      <p className={styles.help}>
        <Link to={paths.forgotUser()}>Forgot your user ID?</Link> Or call {support.phone}.
      </p>
    </>
  )
}
