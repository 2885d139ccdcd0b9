import { contactFields, nameFields, type PersonDetails, personDetails } from '../../contract/individual.ts'
import { call } from '../../web/api/call.ts'
import { refreshEverywhere } from '../../web/api/refresh-everywhere.ts'
import { useOtherEdits } from '../../web/api/use-other-edits.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { ContactFields, NameFields } from '../../web/form/IndividualFields.tsx'
import { IndividualForm } from '../../web/form/IndividualForm.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { type RelationshipDetails, updateContact } from './relationships.contract.ts'

type PersonContactFormProps = { person: RelationshipDetails; onDone: (wasSaved: boolean) => void }

/** Corrects a person's name and contact. The focus starts on the first field. */
export function PersonContactForm({ person, onDone }: PersonContactFormProps) {
  const { relationshipId, contact } = person
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const fundId = useCurrentFundId()
  const edits = useOtherEdits(contact.revision)
  const form = useForm({
    schema: personDetails,
    initial: detailsOf(person),
    save: async details =>
      await call(updateContact, {
        params: { fundId, relationshipId },
        body: { data: { type: 'command', attributes: { details, revision: edits.revision } } },
      }),
    onSaved: () => {
      void refreshEverywhere()
      onDone(true)
    },
    onFailure: edits.onFailure,
  })
  return (
    <IndividualForm
      form={form}
      label="Contact Information"
      edits={edits}
      instantStyle={clientSettings}
      takesFocus
      onCancel={() => onDone(false)}
    >
      <p>
        The account’s donors are e-mailed about the change
        {person.hasLogin ? `, and so is ${person.name}, who sees it in all accounts` : ''}. The e-mail address
        can’t be changed here.
      </p>
      <NameFields field={form.field} locale={locale} />
      <ContactFields field={form.field} locale={locale} country={form.values.country} />
    </IndividualForm>
  )
}

const detailsOf = ({ contact }: RelationshipDetails): PersonDetails =>
  // The names are the keys of PersonDetails.
  Object.fromEntries(
    [...nameFields, ...contactFields].map(field => [field, contact.details[field] ?? '']),
  ) as PersonDetails
