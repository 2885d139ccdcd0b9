import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import type { Column } from '../../../web/ui/table/SortHeading.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { type Login, listLogins } from '../sessions/sessions.contract.ts'
import { instantLabel } from './instant-labels.ts'
import { ProfileSection } from './ProfileSection.tsx'
import styles from './Security.module.css'

const columns: readonly Column<Login>[] = [
  { key: 'at', heading: 'When', isRowHeading: true, cell: ({ at }) => instantLabel(at) },
  {
    key: 'result',
    heading: 'Result',
    cell: ({ isRefused }) =>
      isRefused ? (
        <StatusChip sign="refused">Refused</StatusChip>
      ) : (
        <StatusChip sign="done">Logged in</StatusChip>
      ),
  },
  { key: 'browser', heading: 'Browser', cell: ({ browser }) => browser ?? 'Unknown' },
  {
    key: 'address',
    heading: 'IP address',
    widthRem: 8.5,
    cell: ({ address }) => <span className={styles.address}>{address ?? 'Unknown'}</span>,
  },
]

/** The latest attempts to log in as the person, also those that were refused. */
export function LoginsSection() {
  const logins = useQuery(query(listLogins, {}))
  const { support } = clientContext().clientSettings
  return (
    <ProfileSection
      title="Recent logins"
      anchor="recent-logins"
      lead={`The latest attempts to log in with your user ID. If one wasn’t yours, please call ${support.phone}.`}
    >
      {logins.isLoadingError ? <LoadFailure what="Your recent logins" requests={[logins]} /> : null}
      {logins.isPending ? <Skeleton shape="table" lines={4} label="Loading your recent logins" /> : null}
      {logins.data ? (
        <Table
          caption="Recent logins"
          isCaptionHidden
          hasStickyHeading={false}
          columns={columns}
          rows={logins.data.data}
          rowKey={({ loginId }) => loginId}
          empty={{ text: 'There were no attempts in the last 90 days.' }}
        />
      ) : null}
    </ProfileSection>
  )
}
