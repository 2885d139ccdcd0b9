import { useState } from 'react'
import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import styles from './AccountDetails.module.css'
import { contactFacts } from './contact-facts.ts'
import { PersonContactForm } from './PersonContactForm.tsx'
import type { RelationshipDetails } from './relationships.contract.ts'

/** How a person is reached, and the form that corrects it for people who may (§17). */
export function PersonContact({ person }: { person: RelationshipDetails }) {
  const { locale } = clientContext().clientSettings
  const [{ isEditing, isSaved }, show] = useState({ isEditing: false, isSaved: false })
  const { email, contact } = person
  if (isEditing)
    return (
      <>
        <h2>Contact Information</h2>
        <PersonContactForm
          person={person}
          onDone={wasSaved => show({ isEditing: false, isSaved: wasSaved })}
        />
      </>
    )
  return (
    <>
      <h2>Contact Information</h2>
      {isSaved ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>Your requested updates have been saved.</p>
        </Alert>
      ) : null}
      <DescriptionList
        items={[
          ...contactFacts(contact.details, locale)
            .filter(([term, description]) => description !== '' || (term === 'Address' && contact.isShared))
            .map(([term, description]) => ({ term, description: description || 'Not on file' })),
          { term: 'E-mail', description: email ?? 'Not on file' },
        ]}
      />
      <WhoChangesContact person={person} />
      {contact.mayEdit ? (
        <p className={styles.edit}>
          <Button onPress={() => show({ isEditing: true, isSaved: false })}>Edit Information</Button>
        </p>
      ) : null}
    </>
  )
}

/** Why there is nothing more to see or no button: a person with a login decides and keeps their own details. */
function WhoChangesContact({
  person: { name, endedDate, hasLogin, isSelf, contact },
}: {
  person: RelationshipDetails
}) {
  if (!hasLogin || contact.mayEdit) return null
  if (isSelf)
    return (
      <p className={styles.edit}>
        <Link to={paths.myProfile()}>Change your details in your profile</Link>
      </p>
    )
  if (contact.isShared)
    return <p className={styles.edit}>Only {name}, or staff who manage users, can change these details.</p>
  return endedDate === null ? (
    <p className={styles.edit}>{name} has not shared their contact details with this account.</p>
  ) : null
}
