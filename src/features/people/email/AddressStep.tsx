import * as z from 'zod/mini'
import { emailAddress, maxEmailLength } from '../../../contract/email-address.ts'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { shownInForm } from '../../../web/form/shown-in-form.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import styles from './ChangeEmail.module.css'
import { requestEmailChange } from './email.contract.ts'

type AddressStepProps = { current: string; isForced: boolean; onRequested: (email: string) => void }

const schema = z.object({ email: emailAddress })

/** Shows the current address and asks for the new one. */
export function AddressStep({ current, isForced, onRequested }: AddressStepProps) {
  const form = useForm({
    schema,
    initial: { email: '' },
    save: body => call(requestEmailChange, { body }).then(() => body.email, shownInForm),
    onSaved: onRequested,
  })
  return (
    <>
      <div className={styles.current}>
        <DescriptionList items={[{ term: 'Current address', description: current }]} />
      </div>
      <Form form={form} guardsChanges={false} label="Change E-mail">
        <TextField
          label="New e-mail address"
          hint="We’ll send a code to this address to confirm it."
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={maxEmailLength}
          isRequired
          {...form.field('email')}
        />
        <SubmitRow isPending={form.isPending} submitText="Send the code">
          {isForced ? null : <Link to={paths.myProfile()}>Cancel</Link>}
        </SubmitRow>
      </Form>
    </>
  )
}
