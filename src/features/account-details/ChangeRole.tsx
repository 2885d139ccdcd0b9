import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showSubmitFailure } from '../../web/api/show-failure.ts'
import { Form } from '../../web/form/Form.tsx'
import { requiredChoice } from '../../web/form/required-fields.ts'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { focusHeadingIfLost } from '../../web/routing/after-removal.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { RadioGroup } from '../../web/ui/fields/RadioGroup.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { Dialog } from '../../web/ui/overlay/Dialog.tsx'
import type { AssignableRole } from './domain/relationship-changes.ts'
import { changeRole, newPerson } from './relationship-requests.contract.ts'
import type { RelationshipDetails } from './relationships.contract.ts'

const schema = z.object({ accountRoleCode: requiredChoice(newPerson.accountRoleCode) })
const pristine: { accountRoleCode: AssignableRole | null } = { accountRoleCode: null }

type ChangeRoleProps = { person: RelationshipDetails; isOpen: boolean; onClose: () => void }

/** Gives the person another role, or asks for it; their access follows from the role (§17). */
export function ChangeRole({ person, isOpen, onClose }: ChangeRoleProps) {
  return (
    <Dialog title="Change role" isOpen={isOpen} onClose={onClose}>
      <RoleForm person={person} onDone={onClose} />
    </Dialog>
  )
}

function RoleForm({ person, onDone }: { person: RelationshipDetails; onDone: () => void }) {
  const { relationshipId, name, accountRoleName, roles } = person
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
      onDone()
      void refreshAll().then(focusHeadingIfLost)
      void navigate({ to: paths.relationship(changed.relationshipId), replace: true })
    },
    onFailure: failure => {
      onDone()
      showSubmitFailure(failure)
    },
  })
  const asksUs = roles.every(({ needsConfirmation }) => needsConfirmation)
  return (
    <Form form={form} label="Change role" guardsChanges={false}>
      <p>
        {name} is {accountRoleName} at present.
      </p>
      <RadioGroup
        label="New role"
        hint={`A person’s role decides what they can see and do.${asksUs ? ' We confirm a change of role before it takes effect.' : ''}`}
        isRequired
        choices={roles.map(({ accountRoleCode, accountRoleName: text, needsConfirmation }) => ({
          value: accountRoleCode,
          text,
          note: needsConfirmation && !asksUs ? 'We confirm this before it takes effect.' : undefined,
        }))}
        {...form.field('accountRoleCode')}
      />
      <SubmitRow isPending={form.isPending} submitText="Save">
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}
