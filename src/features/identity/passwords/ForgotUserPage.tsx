import { useState } from 'react'
import * as z from 'zod/mini'
import { emailAddress, maxEmailLength } from '../../../contract/email-address.ts'
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
import { CheckYourEmail } from './CheckYourEmail.tsx'
import styles from './Password.module.css'
import { requestUserIds } from './password.contract.ts'

const schema = z.object({ email: emailAddress })

/** /forgot-user (§2.12): mails the user IDs of an e-mail address to it, if there are any. */
export function ForgotUserPage() {
  const { support } = clientContext().clientSettings
  const [isSent, setSent] = useState(false)
  const form = useForm({
    schema,
    initial: { email: '' },
    save: body => call(requestUserIds, { body }).catch(shownInForm),
    onSaved: () => setSent(true),
  })
  if (isSent)
    return (
      <div className={styles.page}>
        <CheckYourEmail
          title="Forgot User ID"
          onRetry={() => setSent(false)}
          retryLabel="try another address"
        >
          <p>If this e-mail address is registered with us, we’ve sent your user ID to it.</p>
          <p>
            <Link to={paths.signIn()}>Back to Log In</Link>
          </p>
        </CheckYourEmail>
      </div>
    )
  return (
    <div className={styles.page}>
      <PageHeading
        title="Forgot User ID"
        lead="Enter your e-mail address, and we will send your user ID to it."
      >
        Forgot User ID
      </PageHeading>
      <Form form={form} guardsChanges={false} label="Forgot User ID">
        <TextField
          label="E-mail address"
          hint="The address we have on file"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={maxEmailLength}
          isRequired
          {...form.field('email')}
        />
        <SubmitRow isPending={form.isPending} submitText="Send my user ID">
          <Link to={paths.signIn()}>Back to Log In</Link>
        </SubmitRow>
      </Form>
      <p className={styles.help}>
        Has your address changed? Call {support.phone} or e-mail{' '}
        <a href={`mailto:${support.email}`}>{support.email}</a>.
      </p>
    </div>
  )
}
