import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { inviteUser, newUserFields } from '../users.contract.ts'

/** Adds a member of staff, who gets rights on their own page. */
export function InviteUser({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    schema: newUserFields,
    initial: { firstName: '', lastName: '', email: '', userId: '' },
    save: attributes => call(inviteUser, { body: { data: { type: 'command', attributes } } }),
    onSaved: ({ personId }, { firstName }) => {
      showToast({
        className: 'success',
        header: `We’re e-mailing ${firstName}. Now give the rights they need.`,
      })
      void refreshAll()
      void navigate({ to: staffPaths.user(personId) })
    },
  })
  return (
    <Form form={form} label="Invite a member of staff">
      <TextField label="First name" isRequired autoComplete="off" {...form.field('firstName')} />
      <TextField label="Last name" isRequired autoComplete="off" {...form.field('lastName')} />
      <TextField label="E-mail address" type="email" isRequired autoComplete="off" {...form.field('email')} />
      <TextField
        label="User ID"
        hint="If it is not the e-mail address"
        autoComplete="off"
        {...form.field('userId')}
      />
      <SubmitRow isPending={form.isPending} submitText="Invite">
        <Button onPress={onCancel}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}
