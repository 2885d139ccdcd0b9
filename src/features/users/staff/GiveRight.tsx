import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { takesTwoPeople } from '../../../contract/two-person-actions.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { type RightRole, rightRoles } from '../../../domain/realm-roles.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { type FormHandle, useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { giveRight, rightReason } from '../rights.contract.ts'
import { getRightChoices, type User } from '../users.contract.ts'
import { PermissionChoice } from './PermissionChoice.tsx'
import { roleLabels } from './right-labels.ts'
import { showChange } from './show-change.ts'
import { TeamShortfalls } from './Team.tsx'
import styles from './Users.module.css'

type Choices = Reply<typeof getRightChoices>
type GiveRightProps = { user: User; onDone: () => void }

/** Gives a person a right: one of the client's sets, or permissions of a role one by one. */
export function GiveRight(props: GiveRightProps) {
  const found = useQuery(query(getRightChoices, {}))
  if (found.isLoadingError) return <LoadFailure what="What can be given" requests={[found]} />
  if (!found.data) return <Skeleton shape="text" lines={6} label="Loading what can be given" />
  return <GiveRightForm {...props} choices={found.data} />
}

/** A choice of one's own instead of a set. */
const own = 'own'

const schema = z
  .object({
    /** The name of a set, or `own`. */
    given: z.string().check(z.minLength(1, 'Choose a set, or choose permissions')),
    role: z.enum(rightRoles),
    actions: z.array(z.enum(permissions)),
    book: z.nullable(z.string()),
    from: z.nullable(z.custom<IsoDate>()),
    until: z.nullable(z.custom<IsoDate>()),
    reason: rightReason,
  })
  .check(
    z.refine(({ given, role, actions }) => given !== own || role === 'service_team' || actions.length > 0, {
      path: ['actions'],
      error: 'Choose at least one permission',
    }),
    z.refine(({ given, role, book }) => given !== own || role !== 'service_team' || book !== null, {
      path: ['book'],
      error: 'Choose a book',
    }),
  )

type Values = {
  given: string
  role: RightRole
  actions: Permission[]
  book: string | null
  from: IsoDate | null
  until: IsoDate | null
  reason: string
}

const initial: Values = {
  given: '',
  role: 'super_user',
  actions: [],
  book: null,
  from: null,
  until: null,
  reason: '',
}

const chosen = ({ given, role, actions, book }: Values, sets: Choices['sets']) =>
  given !== own
    ? { set: given, lastChangeId: sets.find(({ name }) => name === given)?.lastChangeId }
    : role === 'service_team'
      ? { role, actions: 'all' as const, book }
      : { role, actions, book: null }

function GiveRightForm({ user, onDone, choices: latest }: GiveRightProps & { choices: Choices }) {
  // What the person began with: a set that was changed since is refused, so that nobody gives what they have not seen.
  const [choices] = useState(latest)
  const form = useForm<Values, Values, { state: string }>({
    schema,
    initial,
    save: values =>
      call(giveRight, {
        params: { personId: user.personId },
        body: {
          data: {
            type: 'command',
            attributes: {
              ...{
                given: chosen(values, choices.sets),
                from: values.from,
                until: values.until,
                reason: values.reason,
              },
            },
          },
        },
      }),
    onSaved: ({ state }) => {
      onDone()
      void showChange(
        state === 'requested'
          ? 'A second person has to confirm this right.'
          : `${user.name} has this right now.`,
      )
    },
  })
  const { values } = form
  const set = choices.sets.find(({ name }) => name === values.given)
  const needsSecond =
    set?.takesTwoPeople ?? (values.role === 'super_user' && takesTwoPeople(new Set(values.actions)))
  return (
    <Form form={form} label="Give a right">
      <TeamShortfalls />
      <RadioGroup
        label="What they will do"
        isRequired
        choices={[
          ...choices.sets.map(({ name, title, purpose }) => ({ value: name, text: title, note: purpose })),
          { value: own, text: 'Something else', note: 'Choose a role, and its permissions one by one.' },
        ]}
        {...form.field('given')}
      />
      {values.given === own ? <OwnChoice form={form} choices={choices} /> : null}
      <div className={styles.dates}>
        <DateField label="First day" hint="If not at once" {...form.field('from')} />
        <DateField label="Last day" hint="If not until it is ended" {...form.field('until')} />
      </div>
      <TextArea label="What they need it for" isRequired {...form.field('reason')} />
      {needsSecond ? (
        <p>With this right a person can move money or give rights, so a second person has to confirm it.</p>
      ) : null}
      <SubmitRow
        isPending={form.isPending}
        submitText={needsSecond ? 'Send for confirmation' : 'Give this right'}
      >
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}

function OwnChoice({ form, choices }: { form: FormHandle<Values>; choices: Choices }) {
  const { role } = form.values
  const ofRole = choices.roles.find(each => each.role === role)?.actions ?? []
  return (
    <>
      <Select
        label="Role"
        choices={rightRoles.map(value => ({ value, text: roleLabels[value] }))}
        {...form.field('role')}
        onChange={next => {
          form.set('role', next)
          form.set('actions', [])
        }}
      />
      {role === 'service_team' ? (
        <Select
          label="All accounts of"
          isRequired
          choices={choices.books.map(({ name, title }) => ({ value: name, text: title }))}
          {...form.field('book')}
        />
      ) : (
        <PermissionChoice field={form.field('actions')} choices={ofRole} />
      )}
    </>
  )
}
