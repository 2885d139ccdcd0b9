import { useState } from 'react'
import * as z from 'zod/mini'
import { Problem, problems } from '../../contract/problems.ts'
import { call } from '../../web/call.ts'
import { clientContext } from '../../web/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { paths } from '../../web/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Checkbox } from '../../web/ui/fields/Checkbox.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import styles from './SignInPage.module.css'
import { logIn } from './sign-in.contract.ts'

const schema = z.object({
  userId: z.string().check(z.trim(), z.minLength(1, 'Enter your user ID')),
  password: z.string().check(z.minLength(1, 'Enter your password')),
})

/** The embedded provider's own page in the client's look: it finishes the sign-in that this browser has begun. */
export function SignInPage() {
  const { displayName, support } = clientContext().house
  const [isShown, setShown] = useState(false)
  const form = useForm({
    schema,
    initial: { userId: '', password: '' },
    save: body => call(logIn, { body }).catch(shownInForm),
    onSaved: next => {
      const redirectTo = next.step === 'done' ? next.redirectTo : null
      if (redirectTo === null) return
      const address = new URL(redirectTo, window.location.href)
      // The provider is this very site; whatever else an answer might name is not followed.
      if (address.origin === window.location.origin) window.location.assign(address)
    },
  })
  return (
    <div className={styles.page}>
      <PageHeading title={`Log In | ${displayName}`} lead={`Welcome to ${displayName}.`}>
        Log In
      </PageHeading>
      <Form form={form} guardsChanges={false} label="Log In">
        <TextField
          label="User ID"
          autoComplete="username"
          maxLength={200}
          isRequired
          {...form.field('userId')}
        />
        <TextField
          label="Password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={500}
          isRequired
          {...form.field('password')}
        />
        <Checkbox name="showPassword" value={isShown} onChange={setShown}>
          Show password
        </Checkbox>
        <SubmitRow isPending={form.isPending} submitText="Log In">
          <Link to={paths.home()}>Cancel</Link>
        </SubmitRow>
      </Form>
      <p className={styles.help}>
        Trouble signing in? Write to <a href={`mailto:${support.email}`}>{support.email}</a> or call{' '}
        {support.phone}. If this page has been open for a while, <Link to={paths.signIn()}>start again</Link>.
      </p>
    </div>
  )
}

/** Whatever went wrong is said in the form, at its top, and nowhere else. */
function shownInForm(failure: unknown): never {
  if (!(failure instanceof Problem)) throw failure
  throw new Problem(failure.code, {
    errors: failure.errors ?? { '': [failure.detail ?? problems[failure.code].title] },
  })
}
