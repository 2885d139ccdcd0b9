import { useState } from 'react'
import { type PersonDetails, personDetails } from '../../../contract/individual.ts'
import { addressLines } from '../../../domain/countries.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { useOtherEdits } from '../../../web/api/use-other-edits.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { ContactFields, NameFields } from '../../../web/form/IndividualFields.tsx'
import { IndividualForm } from '../../../web/form/IndividualForm.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { paths } from '../../../web/routing/paths.ts'
import { useSession } from '../../../web/session/session.ts'
import { sessionStore } from '../../../web/session/session-store.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { ProfileActions, ProfileSection } from '../../identity/security/ProfileSection.tsx'
import styles from './DetailsSection.module.css'
import { updateProfile } from './details.contract.ts'
import type { Profile } from './profile.contract.ts'

/** The person's name, contact details and e-mail address. They edit the first two here; the e-mail changes by a code. */
export function DetailsSection({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const { profileUpdates, displayName, support } = clientContext().clientSettings
  return (
    <ProfileSection
      title="You"
      lead={
        profileUpdates
          ? 'We use these details to contact you, including about changes to your account’s security.'
          : `${displayName} manages these details. To change them, please call ${support.phone}.`
      }
    >
      {isSaved && !isEditing ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>Your requested updates have been saved.</p>
        </Alert>
      ) : null}
      {isEditing ? (
        <DetailsForm
          profile={profile}
          onDone={saved => {
            setSaved(saved)
            setEditing(false)
          }}
        />
      ) : (
        <>
          <ShownDetails details={profileDetails(profile)} />
          {profileUpdates ? (
            <ProfileActions>
              <Button onPress={() => setEditing(true)}>Edit name and contact</Button>
              <Link to={paths.changeEmail()} look="button">
                Change e-mail
              </Link>
            </ProfileActions>
          ) : null}
        </>
      )}
    </ProfileSection>
  )
}

/** The server sends exactly the fields of the form. */
const profileDetails = (profile: Pick<Profile, 'details'>) => profile.details as PersonDetails

function ShownDetails({ details }: { details: PersonDetails }) {
  const { locale } = clientContext().clientSettings
  const session = useSession()
  const join = (...parts: string[]) => parts.filter(part => part !== '').join(' ')
  return (
    <p className={styles.identity}>
      {join(details.title, details.firstName, details.middleName, details.lastName, details.suffix)}
      {session.state === 'signed-in' ? (
        <>
          <br />
          {session.facts.email}
        </>
      ) : null}
      {[...addressLines(details, locale), details.phone]
        .filter(line => line !== '')
        .map(line => (
          <span key={line} className={styles.line}>
            {line}
          </span>
        ))}
    </p>
  )
}

type DetailsFormProps = { profile: Profile; onDone: (saved: boolean) => void }

function DetailsForm({ profile, onDone }: DetailsFormProps) {
  const { clientSettings } = clientContext()
  const edits = useOtherEdits(profile.revision)
  const form = useForm<PersonDetails, PersonDetails, { details: Record<string, string> }>({
    schema: personDetails,
    initial: profileDetails(profile),
    save: async details =>
      await call(updateProfile, {
        body: { data: { type: 'command', attributes: { details, revision: edits.revision } } },
      }),
    onSaved: saved => {
      showNewName(saved.details)
      void refreshAll()
      onDone(true)
    },
    onFailure: edits.onFailure,
  })
  return (
    <IndividualForm
      form={form}
      label="Name and contact"
      edits={edits}
      instantStyle={clientSettings}
      onCancel={() => onDone(false)}
    >
      <NameFields field={form.field} locale={clientSettings.locale} isOwn />
      <ContactFields field={form.field} locale={clientSettings.locale} isOwn country={form.values.country} />
    </IndividualForm>
  )
}

/** The header shows the name (§2.3). */
function showNewName({ firstName = '', lastName = '' }: Record<string, string>): void {
  const now = sessionStore.read()
  if (now.state !== 'signed-in') return
  const username = `${firstName} ${lastName}`
  sessionStore.set({ ...now, facts: { ...now.facts, firstName, lastName, username } })
}
