import * as z from 'zod/mini'
import { contactFields, nameFields, type PersonDetails, personDetails } from '../../contract/individual.ts'
import { maxMessageLength, requiredReason } from '../../contract/required-text.ts'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { useOtherEdits } from '../../web/api/use-other-edits.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { ContactFields, NameFields } from '../../web/form/IndividualFields.tsx'
import { IndividualForm } from '../../web/form/IndividualForm.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { type RelationshipDetails, updateContact } from './relationships.contract.ts'

type PersonContactFormProps = { person: RelationshipDetails; onDone: (wasSaved: boolean) => void }

const withReason = z.safeExtend(personDetails, { reason: requiredReason })
const withoutReason = z.safeExtend(personDetails, { reason: z.string() })

/** Corrects a person's name and contact; those of a person with a login for a reason. The focus starts on the first field. */
export function PersonContactForm({ person, onDone }: PersonContactFormProps) {
  const { relationshipId, contact } = person
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const fundId = useCurrentFundId()
  const edits = useOtherEdits(contact.revision)
  const form = useForm({
    schema: person.hasLogin ? withReason : withoutReason,
    initial: { ...detailsOf(person), reason: '' },
    save: async ({ reason, ...details }) =>
      await call(updateContact, {
        params: { fundId, relationshipId },
        body: {
          data: {
            type: 'command',
            attributes: { details, revision: edits.revision, reason: person.hasLogin ? reason : null },
          },
        },
      }),
    onSaved: () => {
      void refreshAll()
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
        {person.hasLogin
          ? `${person.name} has a login, so this changes their name and contact details in all accounts. We e-mail them and this account’s donors.`
          : 'The account’s donors are e-mailed about the change.'}{' '}
        The e-mail address can’t be changed here.
      </p>
      <NameFields field={form.field} locale={locale} isOwn={false} />
      <ContactFields field={form.field} locale={locale} isOwn={false} country={form.values.country} />
      {person.hasLogin ? (
        <TextArea
          label="Reason"
          hint={`${person.name} reads it in our e-mail.`}
          maxLength={maxMessageLength}
          isRequired
          {...form.field('reason')}
        />
      ) : null}
    </IndividualForm>
  )
}

const detailsOf = ({ contact }: RelationshipDetails): PersonDetails =>
  // The names are the keys of PersonDetails.
  Object.fromEntries(
    [...nameFields, ...contactFields].map(field => [field, contact.details[field] ?? '']),
  ) as PersonDetails
