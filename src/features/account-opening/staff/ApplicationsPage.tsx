import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { formatDate } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { ageLabel } from '../../grants/review/queues.ts'
import { startApplication } from '../account-opening.contract.ts'
import { applicationStates, staffStateLabels } from '../domain/application.ts'
import { applicationQueueList } from '../queue.list.ts'
import { exportApplicationQueue, listApplicationQueue, type QueuedApplication } from '../review.contract.ts'

/** `waiting`: those that wait for staff. `mine`: of these, the person's own. */
const filters = ['waiting', 'mine', ...applicationStates] as const
const texts = { waiting: 'To review', mine: 'Mine', ...staffStateLabels } as const
const choices = (['waiting', 'mine', 'signing', 'draft', 'accepted', 'declined', 'withdrawn'] as const).map(
  value => ({ value, text: texts[value] }),
)

/** The URL contains the view. Invalid values fall back to the default. */
const searchSchema = z.object({
  state: z.catch(z.enum(filters), 'waiting'),
  view: z.catch(z.enum(['10', '50', 'all']), '10'),
  sort: z.catch(z.enum(['since', '-since', 'accountName', '-accountName']), 'since'),
})
type Shown = z.infer<typeof searchSchema>
const pathOf = ({ state, view, sort }: Omit<Shown, 'sort'> & { sort: string }) =>
  staffPaths.applications({
    ...(state === 'waiting' ? {} : { state }),
    ...(view === '10' ? {} : { view }),
    ...(sort === applicationQueueList.defaultSort ? {} : { sort }),
  })

const filterDelayMs = 200

/** The applications for accounts, with their age and the member of staff who looks after them (§17). */
export function ApplicationsPage() {
  const shown = useSearchParams(searchSchema)
  const mayCreate = useCan('ACCOUNT_CREATE')
  return (
    <>
      <PageHeading
        title="Applications"
        isAboveList
        lead="Applications for new accounts, oldest first"
        actions={mayCreate ? <NewApplication /> : null}
      >
        Applications
      </PageHeading>
      <ApplicationsTable key={shown.state} shown={shown} />
    </>
  )
}

/** Staff prepare an application for a donor, also where donors themselves use a PDF. */
function NewApplication() {
  const navigate = useNavigate()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [isPending, setPending] = useState(false)
  const start = async () => {
    setPending(true)
    try {
      const body = { data: { type: 'command' as const, attributes: { startedAs: 'staff' as const } } }
      const { applicationId } = await call(startApplication, { body }, { idempotencyKey })
      await navigate({ to: paths.applicationStep('account', applicationId) })
    } catch (failure) {
      showFailure(failure)
      setPending(false)
    }
  }
  return (
    <Button isDisabled={isPending} onPress={() => void start()}>
      New application
    </Button>
  )
}

function ApplicationsTable({ shown }: { shown: Shown }) {
  const { state, view, sort } = shown
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const search = {
    keywords,
    sort,
    ...(state === 'mine' ? { mine: true } : {}),
    ...(state === 'waiting' || state === 'mine' ? {} : { state }),
  }
  const listed = useQuery({
    ...queryList(listApplicationQueue, { query: search }, view),
    placeholderData: keepPreviousData,
  })
  const show = (next: Partial<Omit<Shown, 'sort'>> & { sort?: string }) =>
    void navigate({ to: pathOf({ ...shown, ...next }), resetScroll: false })
  return (
    <ListTable
      list={applicationQueueList}
      what="applications"
      caption={`Applications: ${texts[state]}`}
      currency={clientContext().currentDbHeader}
      choices={
        <ChoiceBar
          label="Show applications"
          choices={choices}
          value={choices.find(({ value }) => value === state)?.value ?? 'waiting'}
          onChange={chosen => show({ state: chosen })}
        />
      }
      filter={{
        name: 'application-filter',
        label: inClientEnglish('Filter by account, donor{,} or number'),
        value: typed,
        searchedFor: keywords,
        onChange: setTyped,
      }}
      cells={cells}
      rows={listed.data?.data}
      loadFailure={
        listed.isLoadingError ? <LoadFailure what="The applications" requests={[listed]} /> : undefined
      }
      rowKey={row => row.applicationId}
      sort={sort}
      onSort={next => show({ sort: next })}
      empty={{
        text: 'No applications here. They appear when every donor has signed, until you accept or decline them.',
      }}
      {...(listed.data
        ? { view: { value: view, total: listed.data.meta.total, onChange: next => show({ view: next }) } }
        : {})}
      onExport={(format, about) =>
        downloadFile(exportApplicationQueue, { query: { ...search, format } }, about)
      }
    />
  )
}

const cells: Cells<QueuedApplication> = {
  since: row => (
    <div>
      {formatDate(row.since, clientContext().clientSettings.locale, 'short')}
      <Note>{ageLabel(row.ageDays)}</Note>
    </div>
  ),
  accountName: row => (
    <Link to={staffPaths.reviewApplication(row.applicationId)}>
      {row.accountName.trim() === '' ? 'No name yet' : row.accountName}
    </Link>
  ),
  owner: row =>
    row.owner ?? (row.formerOwner === null ? 'Unassigned' : `Unassigned, was ${row.formerOwner}’s`),
}
