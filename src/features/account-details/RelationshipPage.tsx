import { useQuery } from '@tanstack/react-query'
import { isDonorRole } from '../../domain/account-roles.ts'
import { formatDate } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useScreenParams } from '../../web/routing/screen-params.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { Breadcrumb } from '../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Avatar } from '../../web/ui/text/Avatar.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import { PersonContact } from './PersonContact.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import styles from './RelationshipPage.module.css'
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
  const { relationshipId, name, accountRoleCode, accountRoleName, endedDate, ssoId, pendingRequest } = person
  return (
    <>
      <Breadcrumb pages={[{ title: 'Account Details', to: paths.account() }]} />
      <PageHeading
        title={`${name} | Relationship`}
        actions={<PersonMenu key={relationshipId} person={person} />}
      >
        {name}
      </PageHeading>
      {pendingRequest === null ? null : (
        <Alert>
          <p>
            Waiting for confirmation by {displayName}: {pendingRequest}
          </p>
        </Alert>
      )}
      <div className={styles.card}>
        <section className={styles.part}>
          <div className={styles.head}>
            <Avatar name={name} size="large" isFilled={endedDate === null && isDonorRole(accountRoleCode)} />
            <h2>On this account</h2>
          </div>
          <DescriptionList
            items={[
              { term: 'Role', description: accountRoleName },
              { term: 'Access', description: endedDate === null ? person.accessDescription : 'None' },
              { term: 'Since', description: formatDate(person.since, locale) },
              ...(endedDate === null ? [] : [{ term: 'Ended', description: formatDate(endedDate, locale) }]),
              ...(ssoId === null ? [] : [{ term: 'SSO ID', description: ssoId }]),
            ]}
          />
        </section>
        <section className={styles.part}>
          <PersonContact key={relationshipId} person={person} />
        </section>
      </div>
    </>
  )
}
