import { useQuery } from '@tanstack/react-query'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import type { Column } from '../../../web/ui/table/SortHeading.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import {
  endOneSession,
  endOtherSessions,
  listSessions,
  type SessionRow,
} from '../sessions/sessions.contract.ts'
import { instantLabel } from './instant-labels.ts'
import { ProfileActions, ProfileSection } from './ProfileSection.tsx'
import styles from './Security.module.css'
import { useRemoval } from './use-removal.ts'

const browserLabel = ({ browser }: SessionRow) => browser ?? 'An unknown browser'

const columnsFor = (onRemove: (session: SessionRow) => void): readonly Column<SessionRow>[] => [
  {
    key: 'browser',
    heading: 'Browser',
    isRowHeading: true,
    cell: session => (
      <>
        {browserLabel(session)}
        {session.isThis ? <span className={styles.badge}>This session</span> : null}
      </>
    ),
  },
  {
    key: 'address',
    heading: 'IP address',
    // An IPv4 address in one line; the longer ones break anywhere.
    widthRem: 8.5,
    cell: ({ address }) => <span className={styles.address}>{address ?? 'Unknown'}</span>,
  },
  { key: 'startedAt', heading: 'Started', cell: ({ startedAt }) => instantLabel(startedAt) },
  { key: 'lastSeenAt', heading: 'Last seen', cell: ({ lastSeenAt }) => instantLabel(lastSeenAt) },
  {
    key: 'actions',
    heading: 'Actions',
    isHeadingHidden: true,
    cell: session =>
      session.isThis ? null : (
        <Button
          kind="text"
          aria-label={`End ${browserLabel(session)}, last seen ${instantLabel(session.lastSeenAt)}`}
          onPress={() => onRemove(session)}
        >
          End
        </Button>
      ),
  },
]

/** The sessions of the person. Ending one takes effect on the server with its next request. */
export function SessionsSection() {
  const sessions = useQuery(query(listSessions, {}))
  const { signsInByPassword } = clientContext().clientSettings
  const removal = useRemoval(async (which: SessionRow | 'others') => {
    if (which === 'others') await call(endOtherSessions, {})
    else await call(endOneSession, { params: { sessionId: which.sessionId } })
  }, 'You’ve been logged out there')
  const rows = sessions.data?.data
  const others = rows?.filter(row => !row.isThis).length ?? 0
  return (
    <ProfileSection
      title="Where you’re logged in"
      lead={`If you don’t recognize one of these, end it${signsInByPassword ? ' and change your password' : ''}.`}
    >
      {sessions.isLoadingError ? <LoadFailure what="Your sessions" requests={[sessions]} /> : null}
      {sessions.isPending ? <Skeleton shape="table" lines={2} label="Loading your sessions" /> : null}
      {rows ? (
        <Table
          caption="Where you’re logged in"
          isCaptionHidden
          hasStickyHeading={false}
          columns={columnsFor(removal.request)}
          rows={rows}
          rowKey={({ sessionId }) => sessionId}
          empty={{ text: 'You’re not logged in anywhere' }}
        />
      ) : null}
      {others > 1 ? (
        <ProfileActions>
          <Button onPress={() => removal.request('others')}>End all others</Button>
        </ProfileActions>
      ) : null}
      <ConfirmDialog
        title={
          removal.selected === 'others'
            ? 'Are you sure you want to end all other sessions?'
            : 'Are you sure you want to end this session?'
        }
        isOpen={removal.selected !== null}
        onCancel={removal.cancel}
        onConfirm={removal.confirm}
      >
        <p>
          {removal.selected === 'others' || removal.selected === null
            ? 'You’ll stay logged in here only. Unsaved changes elsewhere will be lost.'
            : `${browserLabel(removal.selected)}, ${removal.selected.address ?? 'IP address unknown'}. Unsaved changes there will be lost.`}
        </p>
      </ConfirmDialog>
    </ProfileSection>
  )
}
