import { useState } from 'react'
import * as z from 'zod/mini'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { requiredReason } from '../../../contract/required-text.ts'
import { type RealmRole, realmRoles } from '../../../domain/realm-roles.ts'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { addedTo, maxSetPurpose, type SetState, setTakesTwo, takenFrom } from '../domain/staff-sets.ts'
import {
  changeStaffSet,
  makeStaffSet,
  newSetName,
  type SetChange,
  type StaffSet,
  setActions,
  setPurpose,
  setTitle,
} from '../staff-sets.contract.ts'
import { PermissionChoice } from './PermissionChoice.tsx'
import { permissionText, roleLabels } from './right-labels.ts'
import { showAskedSet } from './show-asked-set.ts'

export type SetRole = { role: RealmRole; actions: readonly Permission[] }

const schema = z.object({
  title: setTitle,
  name: newSetName,
  role: z.enum(realmRoles),
  purpose: setPurpose,
  actions: setActions,
  reason: requiredReason,
})

type Values = {
  name: string
  role: RealmRole
  title: string
  purpose: string
  actions: Permission[]
  reason: string
}

const empty: Values = { name: '', role: 'super_user', title: '', purpose: '', actions: [], reason: '' }

type SetFormProps = {
  /** Null for a new one. */
  set: StaffSet | null
  roles: readonly SetRole[]
  onDone: () => void
}

/** Makes a named set, or changes what one says and gives. */
export function SetForm({ set: latest, roles, onDone }: SetFormProps) {
  // What the person began with: a change that came since must not be undone by what they have not seen.
  const [set] = useState(latest)
  const form = useForm<Values, Values, { state: SetChange['state'] }>({
    schema,
    initial:
      set === null
        ? empty
        : {
            name: set.name,
            role: set.role,
            title: set.title,
            purpose: set.purpose,
            actions: set.actions,
            reason: '',
          },
    save: values => save(set, values),
    onSaved: ({ state }, { title }) => {
      onDone()
      void showAskedSet(state, set === null ? `${title} is a set now.` : `${title} was changed.`)
    },
  })
  const { values } = form
  const ofRole = roles.find(each => each.role === values.role)?.actions ?? []
  const after = {
    ...{ title: values.title, purpose: values.purpose },
    // In the order of all, as the server stores them.
    actions: permissions.filter(action => values.actions.includes(action)),
    isGiven: set?.isGiven ?? true,
  }
  const needsSecond = setTakesTwo(set, after, set?.isHeldByCaller ?? false)
  return (
    <Form form={form} label={set === null ? 'Make a set' : `Change ${set.title}`}>
      <TextField label="Title" autoComplete="off" isRequired {...form.field('title')} />
      {set === null ? (
        <>
          <TextField
            label="Name in the audit log"
            hint="Lower-case letters and hyphens, such as late-shift. It never changes."
            autoComplete="off"
            isRequired
            {...form.field('name')}
          />
          <Select
            label="Role"
            hint="It never changes either."
            choices={realmRoles.map(value => ({ value, text: roleLabels[value] }))}
            {...form.field('role')}
            onChange={next => {
              form.set('role', next)
              form.set('actions', [])
            }}
          />
        </>
      ) : null}
      <TextArea
        label="What people do with it"
        hint="One sentence, which is read where a right is given"
        autoComplete="off"
        isRequired
        maxLength={maxSetPurpose}
        {...form.field('purpose')}
        // One paragraph on every page that shows it: Enter and pasted lines are spaces.
        onChange={next => form.set('purpose', next.replaceAll(/\s*\n\s*/g, ' '))}
      />
      <PermissionChoice field={form.field('actions')} choices={ofRole} marksTwo />
      <Difference before={set} after={after} needsSecond={needsSecond} />
      <TextArea label="Reason" isRequired {...form.field('reason')} />
      <SubmitRow
        isPending={form.isPending}
        submitText={
          needsSecond ? 'Send for confirmation' : set === null ? 'Make this set' : 'Change this set'
        }
      >
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}

const save = (set: StaffSet | null, { name, role, ...words }: Values) =>
  set === null
    ? call(makeStaffSet, { body: { data: { type: 'command', attributes: { name, role, ...words } } } })
    : call(changeStaffSet, {
        params: { setName: set.name },
        body: {
          data: {
            type: 'command',
            attributes: { ...words, lastChangeId: set.lastChangeId, isGiven: set.isGiven },
          },
        },
      })

/** What the choice adds and takes away, and whether it takes a second person, before it is sent. */
function Difference(props: { before: SetState | null; after: SetState; needsSecond: boolean }) {
  const { before, after, needsSecond } = props
  // A set that is not given gives nothing, and still says what it would give.
  const [one, other] = [before && { ...before, isGiven: true }, { ...after, isGiven: true }]
  const [added, taken] = [one === null ? [] : addedTo(one, other), takenFrom(one, other)]
  const list = (actions: readonly Permission[]) => actions.map(permissionText).join('; ')
  if (added.length + taken.length === 0 && !needsSecond) return null
  return (
    <Alert>
      {added.length > 0 ? <p>Adds: {list(added)}.</p> : null}
      {taken.length > 0 ? <p>Takes away: {list(taken)}.</p> : null}
      {needsSecond ? (
        <p>A second person has to confirm this. Those who hold the set keep what they have.</p>
      ) : null}
    </Alert>
  )
}
