import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import type { Column } from '../../../web/ui/table/SortHeading.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { ageLabel } from '../../grants/review/queues.ts'
import {
  exportRelationshipRequests,
  listRelationshipRequests,
  type QueuedRequest,
} from '../relationship-requests.contract.ts'
import { requestsList } from '../relationship-requests.list.ts'
import { ConfirmRequest } from './ConfirmRequest.tsx'
import { DeclineRequest } from './DeclineRequest.tsx'
import styles from './Requests.module.css'

/** The URL contains the view. Invalid values fall back to the default. */
const searchSchema = z.object({
  view: z.catch(z.enum(['10', '50', 'all']), '10'),
  sort: z.catch(z.enum(['requestedDate', '-requestedDate', 'accountName', '-accountName']), 'requestedDate'),
})
const filterDelayMs = 200

type Decision = { request: QueuedRequest; kind: 'confirm' | 'decline' }

/** Requests to change the people of accounts, which staff confirm or decline (§17). `children`: what else waits for a decision. */
export function RequestsPage({ children }: { children: ReactNode }) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const close = () => setDecision(null)
  const finish = (sentence: string) => {
    setDone(sentence)
    close()
  }
  return (
    <>
      <PageHeading
        title="Requests"
        isAboveList
        lead="Changes to the people on accounts, money that staff entered, and transfers between funds that need a decision"
      >
        Requests
      </PageHeading>
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      {decision?.kind === 'decline' ? (
        <div className={styles.decline}>
          <DeclineRequest
            key={decision.request.requestId}
            request={decision.request}
            onDone={finish}
            onCancel={close}
          />
        </div>
      ) : null}
      <RequestsTable
        onDecide={next => {
          setDone(null)
          setDecision(next)
        }}
      />
      {children}
      <ConfirmRequest
        request={decision?.kind === 'confirm' ? decision.request : null}
        onDone={finish}
        onClose={close}
      />
    </>
  )
}

function RequestsTable({ onDecide }: { onDecide: (decision: Decision) => void }) {
  const { view, sort } = useSearchParams(searchSchema)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const requests = useQuery({
    ...queryList(listRelationshipRequests, { query: { keywords, sort } }, view),
    placeholderData: keepPreviousData,
  })
  const show = (next: { view?: View; sort?: string }) => {
    const shown = { view, sort, ...next }
    const to = staffPaths.requests(
      shown.view === '10' ? undefined : shown.view,
      shown.sort === requestsList.defaultSort ? undefined : shown.sort,
    )
    void navigate({ to, resetScroll: false })
  }
  return (
    <ListTable
      list={requestsList}
      what="requests"
      caption="Requests awaiting confirmation"
      currency={clientContext().currentDbHeader}
      filter={{
        name: 'request-filter',
        label: 'Filter requests by person or account',
        value: typed,
        searchedFor: keywords,
        onChange: setTyped,
      }}
      cells={cells}
      actionsAfter={[decisionColumn(onDecide)]}
      rows={requests.data?.data}
      loadFailure={
        requests.isLoadingError ? <LoadFailure what="The requests" requests={[requests]} /> : undefined
      }
      rowKey={row => row.requestId}
      sort={sort}
      onSort={next => show({ sort: next })}
      empty={{
        text: inClientEnglish(
          'No changes to the people on accounts are waiting. They appear here when someone asks to add or remove a donor, joint donor{,} or primary adviser, and leave when you confirm or decline them.',
        ),
      }}
      {...(requests.data
        ? { view: { value: view, total: requests.data.meta.total, onChange: next => show({ view: next }) } }
        : {})}
      onExport={(format, about) =>
        downloadFile(exportRelationshipRequests, { query: { keywords, sort, format } }, about)
      }
    />
  )
}

const cells: Cells<QueuedRequest> = {
  requestedDate: row => (
    <div>
      {formatDate(row.requestedDate, clientContext().clientSettings.locale, 'short')}
      <Note>{ageLabel(row.ageDays)}</Note>
    </div>
  ),
  sentence: row => (
    <div>
      {row.sentence}
      {row.email === null ? null : <Note>{row.email}</Note>}
    </div>
  ),
  account: row => (
    <div>
      {row.accountName}
      <Note>{row.fundId}</Note>
    </div>
  ),
}

const decisionColumn = (onDecide: (decision: Decision) => void): Column<QueuedRequest> => ({
  key: 'decision',
  heading: 'Decision',
  cell: request =>
    request.violation === null ? (
      <span className={styles.actions}>
        <Button kind="text" onPress={() => onDecide({ request, kind: 'confirm' })}>
          Confirm<VisuallyHidden> the request “{request.sentence}”</VisuallyHidden>
        </Button>
        <Button kind="text" onPress={() => onDecide({ request, kind: 'decline' })}>
          Decline<VisuallyHidden> the request “{request.sentence}”</VisuallyHidden>
        </Button>
      </span>
    ) : (
      request.violation
    ),
})
