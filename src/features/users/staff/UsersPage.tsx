import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatInstant } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { SearchField } from '../../../web/ui/fields/SearchField.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { type ListedUser, listUsers, type userFilters } from '../users.contract.ts'
import { InviteUser } from './InviteUser.tsx'
import { ResumptionsToConfirm } from './Resumptions.tsx'
import { RightReview } from './RightReview.tsx'
import { RightsToConfirm } from './RightsToConfirm.tsx'
import { accessStatus } from './right-labels.ts'
import { Team, TeamShortfalls } from './Team.tsx'
import styles from './Users.module.css'
import { usersSearch } from './users-view.ts'

type Show = (typeof userFilters)[number]

const choices: readonly { value: Show; text: string }[] = [
  { value: 'staff', text: 'Staff' },
  { value: 'suspended', text: 'Suspended' },
  { value: 'everyone', text: 'Everyone' },
]
const searchDelayMs = 400

/** /super-user-dashboard/users: who may do what, and what waits for a second person (§14). */
export function UsersPage() {
  const mayManage = useCan('USER_MANAGE')
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <PageHeading
        title="Users"
        isAboveList
        lead="Who works with the portal, and what each person may do"
        actions={
          mayManage && !isInviting ? (
            <Button onPress={() => setInviting(true)}>Invite a member of staff</Button>
          ) : undefined
        }
      >
        Users
      </PageHeading>
      {isInviting ? (
        <div className={styles.section}>
          <h2>Invite a member of staff</h2>
          <InviteUser onCancel={() => setInviting(false)} />
        </div>
      ) : null}
      <TeamShortfalls />
      <RightsToConfirm />
      <ResumptionsToConfirm />
      <RightReview />
      <UserList />
      <Team />
    </>
  )
}

function UserList() {
  const { keywords = '', show = 'staff' } = useSearchParams(usersSearch)
  const navigate = useNavigate()
  const searched = useDebounced(keywords.trim(), searchDelayMs)
  const found = useQuery({
    ...query(listUsers, { query: { keywords: searched, show } }),
    placeholderData: keepPreviousData,
  })
  const set = (next: { keywords?: string; show?: Show }) =>
    void navigate({
      to: paths.users({ keywords, show, ...next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <section aria-label="People" className={styles.list}>
      <div className={styles.toolbar}>
        <SearchField
          label={inClientEnglish('Find a person by name, user ID, e-mail address{,} or Account ID')}
          isLabelHidden
          name="user-keywords"
          value={keywords}
          onChange={next => set({ keywords: next })}
        />
        <ChoiceBar
          label="Show people"
          choices={choices}
          value={show}
          onChange={next => set({ show: next })}
        />
      </div>
      {found.isLoadingError ? <LoadFailure what="The users" requests={[found]} /> : null}
      {found.isPending ? <Skeleton shape="table" lines={8} label="Loading the users" /> : null}
      {found.data ? (
        <>
          <UserTable users={found.data.data} isFiltered={searched !== ''} />
          {found.data.meta.total > found.data.data.length ? (
            <p>
              The first {found.data.data.length} of {found.data.meta.total} people. Type more of a name to
              find others.
            </p>
          ) : null}
        </>
      ) : null}
    </section>
  )
}

function UserTable({ users, isFiltered }: { users: readonly ListedUser[]; isFiltered: boolean }) {
  const { clientSettings } = clientContext()
  return (
    <Table<ListedUser>
      caption="People"
      isCaptionHidden
      columns={[
        {
          key: 'name',
          heading: 'Name',
          isRowHeading: true,
          cell: ({ personId, name }) => <Link to={paths.user(personId)}>{name}</Link>,
        },
        { key: 'userId', heading: 'User ID', cell: ({ userId }) => userId },
        {
          key: 'access',
          heading: 'Status',
          cell: ({ access }) => (
            <StatusChip sign={accessStatus[access].sign}>{accessStatus[access].text}</StatusChip>
          ),
        },
        {
          key: 'rights',
          heading: 'Rights',
          cell: ({ rights, waiting }) =>
            [...rights, ...(waiting > 0 ? [`${waiting} to confirm`] : [])].join('; ') || 'None',
        },
        {
          key: 'lastLogin',
          heading: 'Last login',
          cell: ({ lastLogin }) => (lastLogin === null ? 'Never' : formatInstant(lastLogin, clientSettings)),
        },
      ]}
      rows={users}
      rowKey={({ personId }) => personId}
      empty={{
        text: isFiltered
          ? 'No one matches. Try fewer letters, or show everyone.'
          : 'There is no one here yet.',
      }}
    />
  )
}
