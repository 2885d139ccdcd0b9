import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showSubmitFailure } from '../../web/api/show-failure.ts'
import { Form } from '../../web/form/Form.tsx'
import { requiredChoice } from '../../web/form/required-fields.ts'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { RadioGroup } from '../../web/ui/fields/RadioGroup.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import styles from './AccountDetails.module.css'
import type { AssignableRole } from './domain/relationship-changes.ts'
import { changeRole, newPerson } from './relationship-requests.contract.ts'
import type { RelationshipDetails } from './relationships.contract.ts'

const schema = z.object({ accountRoleCode: requiredChoice(newPerson.accountRoleCode) })
const pristine: { accountRoleCode: AssignableRole | null } = { accountRoleCode: null }

/** Gives the person another role, or asks for it; their access follows from the role (§17). */
export function ChangeRole({ person }: { person: RelationshipDetails }) {
  const { relationshipId, name, roles } = person
  const fundId = useCurrentFundId()
  const navigate = useNavigate()
  const form = useForm({
    schema,
    initial: pristine,
    save: async attributes =>
      await call(changeRole, {
        params: { fundId, relationshipId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: changed => {
      showToast({
        header: changed.pendingRequest === null ? 'Role changed' : 'Request sent',
        message:
          changed.pendingRequest === null
            ? `${name} is now ${changed.accountRoleName}.`
            : 'We’ll check it before it takes effect.',
        className: 'success',
      })
      form.reset(pristine)
      void refreshAll()
      void navigate({ to: paths.relationship(changed.relationshipId), replace: true })
    },
    onFailure: showSubmitFailure,
  })
  const asksUs = roles.every(({ needsConfirmation }) => needsConfirmation)
  return (
    <div className={styles.block}>
      <Form form={form} label="Change the role">
        <h2>Change the role</h2>
        <RadioGroup
          label="New role"
          hint={`A person’s role decides what they can see and do.${asksUs ? ' We confirm a change of role before it takes effect.' : ''}`}
          isRequired
          choices={roles.map(({ accountRoleCode, accountRoleName, needsConfirmation }) => ({
            value: accountRoleCode,
            text: accountRoleName,
            note: needsConfirmation && !asksUs ? 'We confirm this before it takes effect.' : undefined,
          }))}
          {...form.field('accountRoleCode')}
        />
        <SubmitRow isPending={form.isPending} submitText="Save" />
      </Form>
    </div>
  )
}
