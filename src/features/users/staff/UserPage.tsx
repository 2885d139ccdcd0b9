import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { accessStatus } from '../domain/access-status.ts'
import { getUser, type User } from '../users.contract.ts'
import { HeldActions } from './HeldActions.tsx'
import { ResumptionDecision } from './Resumptions.tsx'
import { UserAccess } from './UserAccess.tsx'
import { UserLogins } from './UserLogins.tsx'
import { UserRights } from './UserRights.tsx'
import styles from './Users.module.css'
import { WaitingWork } from './WaitingWork.tsx'

/** /super-user-dashboard/users/{id}: a person's rights and their history, what gives each permission, and how they log in (§14). */
export function UserPage() {
  const { personId } = useScreenParams('/super-user-dashboard/users/$personId')
  const mayManage = useCan('USER_MANAGE')
  const found = useQuery(query(getUser, { params: { personId } }))
  if (found.isLoadingError)
    return (
      <>
        <PageHeading title="User">User</PageHeading>
        <LoadFailure what="The user" requests={[found]} />
      </>
    )
  if (!found.data) return <Skeleton shape="text" lines={10} label="Loading the user" />
  const user = found.data
  // Nobody changes their own rights.
  const mayChange = mayManage && !user.isOneself
  return (
    <>
      <Breadcrumb
        pages={[
          { title: 'Super User Dashboard', to: paths.superUserDashboard() },
          { title: 'Users', to: staffPaths.users() },
        ]}
      />
      <PageHeading title="User">{user.name}</PageHeading>
      <Facts user={user} />
      {user.isOneself && mayManage ? (
        <p className={styles.note}>This is you. Another person who manages users changes your rights.</p>
      ) : null}
      <div className={styles.columns}>
        <div>
          <UserRights user={user} mayChange={mayChange} />
          <WaitingWork user={user} />
          <HeldActions user={user} />
        </div>
        <div>
          <UserLogins user={user} mayChange={mayChange} />
          {mayChange && user.resumption ? <ResumptionDecision user={user} asked={user.resumption} /> : null}
          {mayChange ? <UserAccess user={user} /> : null}
        </div>
      </div>
    </>
  )
}

function Facts({ user }: { user: User }) {
  const { clientSettings } = clientContext()
  const { access, suspension, lastLogin } = user
  return (
    <>
      <DescriptionList
        items={[
          {
            term: 'Status',
            description: (
              <StatusChip sign={accessStatus[access].sign}>{accessStatus[access].text}</StatusChip>
            ),
          },
          { term: 'User ID', description: user.userId },
          { term: 'E-mail', description: user.email },
          {
            term: 'Last login',
            description: lastLogin === null ? 'Never' : formatInstant(lastLogin, clientSettings),
          },
        ]}
      />
      {suspension === null ? null : (
        <div className={styles.suspension}>
          <Alert kind="caution" heading="Suspended: this person can’t log in">
            <p>
              {suspension.name === null ? '' : `By ${suspension.name}, `}
              {formatInstant(suspension.at, clientSettings)}: {suspension.reason}
            </p>
            {user.resumption === null ? null : (
              <p>{user.resumption.asked.name} asked to let them in. A second person decides.</p>
            )}
          </Alert>
        </div>
      )}
    </>
  )
}
