import { useEffect, useRef, useState } from 'react'
import { contactFields, nameFields, type PersonDetails, personDetails } from '../../contract/individual.ts'
import { type OtherEdits, Problem } from '../../contract/problems.ts'
import { call } from '../../web/api/call.ts'
import { refreshEverywhere } from '../../web/api/refresh-everywhere.ts'
import { showSubmitFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { ContactFields, NameFields } from '../../web/form/IndividualFields.tsx'
import { fieldLabels } from '../../web/form/individual-labels.ts'
import { OtherEditsNotice } from '../../web/form/OtherEditsNotice.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { type RelationshipDetails, updateContact } from './relationships.contract.ts'

type PersonContactFormProps = { person: RelationshipDetails; onDone: (wasSaved: boolean) => void }

/** Corrects a person's name and contact. The focus starts on the first field. */
export function PersonContactForm({ person, onDone }: PersonContactFormProps) {
  const { relationshipId, contact } = person
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const fundId = useCurrentFundId()
  const [revision, setRevision] = useState(contact.revision)
  const [otherEdits, setOtherEdits] = useState<OtherEdits | null>(null)
  const form = useForm({
    schema: personDetails,
    initial: detailsOf(person),
    save: async details =>
      await call(updateContact, {
        params: { fundId, relationshipId },
        body: { data: { type: 'command', attributes: { details, revision } } },
      }),
    onSaved: () => {
      void refreshEverywhere()
      onDone(true)
    },
    onFailure: failure => {
      if (!(failure instanceof Problem && failure.otherEdits)) return showSubmitFailure(failure)
      setOtherEdits(failure.otherEdits)
      setRevision(failure.otherEdits.revision)
    },
  })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={box}>
      {otherEdits === null ? null : (
        <OtherEditsNotice
          edits={otherEdits}
          instantStyle={clientSettings}
          fields={Object.entries(form.values).map(([name, own]) => ({
            name,
            label: fieldLabels[name] ?? name,
            own,
          }))}
          onUseSaved={({ revision: saved, ...values }) => {
            form.reset({ ...form.values, ...values })
            setRevision(saved)
            setOtherEdits(null)
          }}
        />
      )}
      <Form form={form} label="Contact Information">
        <p>
          The account’s donors are e-mailed about the change
          {person.hasLogin ? `, and so is ${person.name}, who sees it in all accounts` : ''}. The e-mail
          address can’t be changed here.
        </p>
        <NameFields field={form.field} locale={locale} />
        <ContactFields field={form.field} locale={locale} country={form.values.country} />
        <SubmitRow isPending={form.isPending} submitText="Save">
          <Button
            onPress={() => {
              form.reset()
              onDone(false)
            }}
          >
            Cancel
          </Button>
        </SubmitRow>
      </Form>
    </div>
  )
}

const detailsOf = ({ contact }: RelationshipDetails): PersonDetails =>
  // The names are the keys of PersonDetails.
  Object.fromEntries(
    [...nameFields, ...contactFields].map(field => [field, contact.details[field] ?? '']),
  ) as PersonDetails
