import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { formatInstant } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { exportUsers, type ListedUser, listUsers, type userFilters } from '../users.contract.ts'
import { usersList } from '../users.list.ts'
import { InviteUser } from './InviteUser.tsx'
import { ResumptionsToConfirm } from './Resumptions.tsx'
import { RightReview } from './RightReview.tsx'
import { RightsToConfirm } from './RightsToConfirm.tsx'
import { SetsToConfirm } from './SetsToConfirm.tsx'
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
  const invitingId = useId()
  const invite = useRef<HTMLButtonElement>(null)
  return (
    <>
      <PageHeading
        title="Users"
        isAboveList
        lead={
          <>
            Who works with the portal, and what each person may do.{' '}
            <Link to={staffPaths.namedSets()}>Named sets</Link>
          </>
        }
        actions={
          mayManage ? (
            <Button ref={invite} aria-expanded={isInviting} onPress={() => setInviting(!isInviting)}>
              Invite a member of staff
            </Button>
          ) : undefined
        }
      >
        Users
      </PageHeading>
      {isInviting ? (
        <section aria-labelledby={invitingId} className={styles.inviting}>
          <h2 id={invitingId}>Invite a member of staff</h2>
          <InviteUser
            onCancel={() => {
              setInviting(false)
              invite.current?.focus()
            }}
          />
        </section>
      ) : null}
      <TeamShortfalls />
      <SetsToConfirm />
      <RightsToConfirm />
      <ResumptionsToConfirm />
      <RightReview />
      <UserList />
      <Team />
    </>
  )
}

function UserList() {
  const { keywords = '', show = 'staff', view = '10', sort = 'name' } = useSearchParams(usersSearch)
  const navigate = useNavigate()
  const searched = useDebounced(keywords.trim(), searchDelayMs)
  const found = useQuery({
    ...queryList(listUsers, { query: { keywords: searched, show, sort } }, view),
    placeholderData: keepPreviousData,
  })
  const set = (next: Parameters<typeof staffPaths.users>[0]) =>
    void navigate({
      to: staffPaths.users({ keywords, show, view, sort, ...next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <section aria-label="People" className={styles.list}>
      <ListTable<ListedUser>
        list={usersList}
        what="people"
        caption="People"
        currency={clientContext().currentDbHeader}
        choices={
          <ChoiceBar
            label="Show people"
            choices={choices}
            value={show}
            onChange={next => set({ show: next })}
          />
        }
        filter={{
          name: 'user-keywords',
          label: inClientEnglish('Find a person by name, user ID, e-mail address{,} or Account ID'),
          value: keywords,
          searchedFor: searched,
          onChange: next => set({ keywords: next }),
        }}
        cells={{
          name: ({ personId, name }) => <Link to={staffPaths.user(personId)}>{name}</Link>,
          lastLogin: ({ lastLogin }) =>
            lastLogin === null ? 'Never' : formatInstant(lastLogin, clientContext().clientSettings),
        }}
        rows={found.data?.data}
        loadFailure={found.isLoadingError ? <LoadFailure what="The users" requests={[found]} /> : undefined}
        rowKey={({ personId }) => personId}
        sort={sort}
        onSort={next => set({ sort: next === '-name' ? '-name' : 'name' })}
        empty={{
          text:
            searched === ''
              ? 'There is no one here yet.'
              : 'No one matches. Try fewer letters, or show everyone.',
        }}
        {...(found.data
          ? { view: { ...found.data.meta, value: view, onChange: next => set({ view: next }) } }
          : {})}
        onExport={(format, about) =>
          downloadFile(exportUsers, { query: { keywords: searched, show, sort, format } }, about)
        }
      />
    </section>
  )
}
