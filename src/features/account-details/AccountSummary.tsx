import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { type AccountRole, accountRoles, isDonorRole } from '../../domain/account-roles.ts'
import { formatDate } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { Can } from '../../web/session/can.tsx'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Avatar } from '../../web/ui/text/Avatar.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import { Note } from '../../web/ui/text/Note.tsx'
import { StatusChip } from '../../web/ui/text/StatusChip.tsx'
import { accountStatusSigns } from '../accounts/domain/account-status-sign.ts'
import styles from './AccountSummary.module.css'
import { listRelationships } from './relationships.contract.ts'
import { relationshipsList } from './relationships.list.ts'

type AccountSummaryProps = {
  plan: ReactNode
  documents: ReactNode
  /** Whether the people are listed below, so that a phone need not show them twice. */
  hasPeopleBelow: boolean
}

/** The account at a glance: the fund, its people, its plan in one sentence and its latest documents. */
export function AccountSummary({ plan, documents, hasPeopleBelow }: AccountSummaryProps) {
  const headingId = useId()
  const { locale } = clientContext().clientSettings
  const { accountName, fundId, accountType, accountStatus, openedDate, enteredDate, closedDate } =
    useCurrentAccount()
  return (
    <section aria-labelledby={headingId} className={styles.card}>
      <div className={styles.part}>
        <h2 id={headingId} className={styles.name}>
          {accountName}
        </h2>
        <DescriptionList
          items={[
            { term: 'Account ID', description: fundId },
            { term: 'Type', description: accountType },
            {
              term: 'Status',
              description: <StatusChip sign={accountStatusSigns[accountStatus]}>{accountStatus}</StatusChip>,
            },
            openedDate === null
              ? { term: 'Entered', description: formatDate(enteredDate, locale) }
              : { term: 'Opened', description: formatDate(openedDate, locale) },
            ...(closedDate === null ? [] : [{ term: 'Closed', description: formatDate(closedDate, locale) }]),
          ]}
        />
        {plan}
      </div>
      <Can action="ACCOUNT_RELATIONSHIP_VIEW">
        <div className={classNames(styles.part, hasPeopleBelow && styles.repeated)}>
          <h3>People</h3>
          <People fundId={fundId} />
        </div>
      </Can>
      <div className={styles.part}>{documents}</div>
    </section>
  )
}

const maxShown = 5

const inOrder = (a: AccountRole, b: AccountRole) => accountRoles.indexOf(a) - accountRoles.indexOf(b)

/** The people of the account, donors first. */
function People({ fundId }: { fundId: number }) {
  const people = useQuery(
    queryList(
      listRelationships,
      { params: { fundId }, query: { keywords: '', sort: relationshipsList.defaultSort } },
      '50',
    ),
  )
  if (people.isLoadingError) return <LoadFailure what="The people of this account" requests={[people]} />
  if (!people.data) return <Skeleton shape="table" lines={4} label="Loading the people" />
  const shown = people.data.data
    .toSorted((a, b) => inOrder(a.accountRoleCode, b.accountRoleCode))
    .slice(0, maxShown)
  const others = people.data.meta.total - shown.length
  return (
    <>
      <ul className={styles.people}>
        {shown.map(({ relationshipId, name, accountRoleCode, accountRoleName }) => (
          <li key={relationshipId}>
            <Avatar name={name} isFilled={isDonorRole(accountRoleCode)} />
            <span>
              <Link to={paths.relationship(relationshipId)} look="plain" className={styles.person}>
                {name}
              </Link>
              <Note>{accountRoleName}</Note>
            </span>
          </li>
        ))}
      </ul>
      {others === 0 ? null : (
        <p className={styles.more}>
          and {others} {others === 1 ? 'other person' : 'others'}
        </p>
      )}
    </>
  )
}
