import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { AccountNavigation } from '../../web/routing/AccountNavigation.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useScreenParams } from '../../web/routing/screen-params.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import styles from './AccountDetails.module.css'
import { ChangeRole } from './ChangeRole.tsx'
import { InvitePerson } from './InvitePerson.tsx'
import { PersonContact } from './PersonContact.tsx'
import { RemovePerson } from './RemovePerson.tsx'
import { getRelationship, type RelationshipDetails } from './relationships.contract.ts'

/** /relationships/{id}: a person's role on the account, their access and how they are reached (§2.8). */
export function RelationshipPage() {
  const { relationshipId } = useScreenParams('/relationships/$relationshipId')
  const fundId = useCurrentFundId()
  const relationship = useQuery(query(getRelationship, { params: { fundId, relationshipId } }))
  if (relationship.isLoadingError) return <LoadFailure what="This person" requests={[relationship]} />
  if (!relationship.data) return <Skeleton shape="text" lines={6} label="Loading this person" />
  return <Person person={relationship.data} />
}

function Person({ person }: { person: RelationshipDetails }) {
  const { locale, displayName } = clientContext().clientSettings
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <PageHeading title={`${person.name} | Relationship`} lead={person.accountRoleName}>
        {person.name}
      </PageHeading>
      <AccountNavigation current="/account" />
      <DescriptionList
        items={[
          { term: 'Role', description: person.accountRoleName },
          { term: 'Access', description: person.endedDate === null ? person.accessDescription : 'None' },
          { term: 'Since', description: formatDate(person.since, locale) },
          ...(person.endedDate === null
            ? []
            : [{ term: 'Ended', description: formatDate(person.endedDate, locale) }]),
          ...(person.ssoId === null ? [] : [{ term: 'SSO ID', description: person.ssoId }]),
        ]}
      />
      <PersonContact key={person.relationshipId} person={person} />
      <p className={styles.block}>
        <Link to={paths.account()}>Back to Account Details</Link>
      </p>
      {person.mayInvite ? (
        <div className={styles.block}>
          <InvitePerson person={person} />
        </div>
      ) : null}
      {person.pendingRequest === null ? null : (
        <Alert>
          <p>
            Waiting for confirmation by {displayName}: {person.pendingRequest}
          </p>
        </Alert>
      )}
      {person.roles.length > 0 && person.pendingRequest === null ? (
        <ChangeRole key={person.relationshipId} person={person} />
      ) : null}
      {person.removal !== null && person.pendingRequest === null ? (
        <div className={styles.block}>
          <Button kind="danger" onPress={() => setRemoving(true)}>
            Remove
          </Button>
          <RemovePerson person={isRemoving ? person : null} onClose={() => setRemoving(false)} />
        </div>
      ) : null}
    </>
  )
}
