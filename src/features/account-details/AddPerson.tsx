import { useState } from 'react'
import * as z from 'zod/mini'
import type { Reply } from '../../contract/endpoint.ts'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showSubmitFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { FormHeading } from '../../web/form/FormHeading.tsx'
import { requiredChoice } from '../../web/form/required-fields.ts'
import { CancelButton, SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { RadioGroup } from '../../web/ui/fields/RadioGroup.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import styles from './AccountDetails.module.css'
import type { AssignableRole } from './domain/relationship-changes.ts'
import { addRelationship, type getPeopleChanges, newPerson } from './relationship-requests.contract.ts'

type Role = Reply<typeof getPeopleChanges>['addable'][number]

type AddPersonProps = { addable: readonly Role[]; fundId: number }

/** Adds a person to the account, or asks for it where staff confirm the role (§17). */
export function AddPerson({ addable, fundId }: AddPersonProps) {
  const [isOpen, setOpen] = useState(false)
  /** Cancel gives the focus back to the button. */
  const [isCancelled, setCancelled] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  return (
    <div className={styles.block}>
      {done === null ? null : (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      {isOpen ? (
        <AddPersonForm
          addable={addable}
          fundId={fundId}
          onDone={sentence => {
            setDone(sentence)
            setOpen(false)
          }}
          onCancel={() => {
            setCancelled(true)
            setOpen(false)
          }}
        />
      ) : (
        <p>
          <Button
            autoFocus={isCancelled}
            onPress={() => {
              setDone(null)
              setOpen(true)
            }}
          >
            Add a person
          </Button>
        </p>
      )}
    </div>
  )
}

const schema = z.object({ ...newPerson, accountRoleCode: requiredChoice(newPerson.accountRoleCode) })

type Draft = { accountRoleCode: AssignableRole | null; firstName: string; lastName: string; email: string }
const pristine: Draft = { accountRoleCode: null, firstName: '', lastName: '', email: '' }

function AddPersonForm({
  addable,
  fundId,
  onDone,
  onCancel,
}: AddPersonProps & { onDone: (sentence: string) => void; onCancel: () => void }) {
  const { displayName } = clientContext().clientSettings
  const form = useForm({
    schema,
    initial: pristine,
    save: async person =>
      await call(addRelationship, {
        params: { fundId },
        body: { data: { type: 'command', attributes: person } },
      }),
    onSaved: ({ outcome }, { firstName, lastName }) => {
      const name = `${firstName.trim()} ${lastName.trim()}`
      onDone(
        outcome === 'added'
          ? `${name} was added. We’ll e-mail them and the account’s donors.`
          : `We’ll check your request to add ${name}, and e-mail the account’s donors.`,
      )
      void refreshAll()
    },
    onFailure: showSubmitFailure,
  })
  return (
    <Form form={form} label="Add a person">
      <FormHeading level={3}>Add a person</FormHeading>
      <RadioGroup
        label="Role"
        isRequired
        choices={addable.map(({ accountRoleCode, accountRoleName, needsConfirmation }) => ({
          value: accountRoleCode,
          text: accountRoleName,
          note: needsConfirmation ? `${displayName} confirms this role before it takes effect.` : undefined,
        }))}
        {...form.field('accountRoleCode')}
      />
      <TextField label="First name" isRequired autoComplete="off" {...form.field('firstName')} />
      <TextField label="Last name" isRequired autoComplete="off" {...form.field('lastName')} />
      <TextField
        label="E-mail"
        hint="We’ll invite them to log in if they haven’t done so before."
        isRequired
        autoComplete="off"
        {...form.field('email')}
      />
      <SubmitRow isPending={form.isPending} submitText="Add">
        <CancelButton form={form} onCancel={onCancel} />
      </SubmitRow>
    </Form>
  )
}
