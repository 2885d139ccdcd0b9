import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { type Column, Table } from '../../../web/ui/table/Table.tsx'
import { ViewSelector } from '../../../web/ui/table/ViewSelector.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import {
  listRelationshipRequests,
  type QueuedRequest,
} from '../../account-details/relationship-requests.contract.ts'
import { DashboardNavigation } from '../DashboardNavigation.tsx'
import { ageLabel } from '../queues.ts'
import { ConfirmRequest } from './ConfirmRequest.tsx'
import { DeclineRequest } from './DeclineRequest.tsx'
import styles from './Requests.module.css'

const searchSchema = z.object({ view: z.catch(z.enum(['10', '50', 'all']), '10') })

type Decision = { request: QueuedRequest; kind: 'confirm' | 'decline' }

/** Requests to change the people of accounts, which staff confirm or decline (§17). */
export function RequestsPage() {
  const { view } = useSearchParams(searchSchema)
  const navigate = useNavigate()
  const [decision, setDecision] = useState<Decision | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const requests = useQuery({
    ...queryList(listRelationshipRequests, {}, view),
    placeholderData: keepPreviousData,
  })
  const close = () => setDecision(null)
  const finish = (sentence: string) => {
    setDone(sentence)
    close()
  }
  return (
    <>
      <PageHeading title="Requests" lead="Changes to the people of accounts, oldest first">
        Requests
      </PageHeading>
      <DashboardNavigation current="requests" />
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
      {requests.data ? (
        <>
          <Table
            caption="Requests that wait for confirmation, oldest first"
            isCaptionHidden
            columns={columnsWith(next => {
              setDone(null)
              setDecision(next)
            })}
            rows={requests.data.data}
            rowKey={row => row.requestId}
            empty={{
              text: 'No requests are waiting. They appear here when somebody asks to add or remove a donor, joint donor or advisor, and leave when you confirm or decline them.',
            }}
          />
          {requests.data.data.length === 0 ? null : (
            <ViewSelector
              value={view}
              total={requests.data.meta.total}
              onChange={next =>
                void navigate({ to: paths.requests(next === '10' ? undefined : next), resetScroll: false })
              }
            />
          )}
        </>
      ) : requests.isError ? (
        <LoadFailure what="The requests" requests={[requests]} />
      ) : (
        <Skeleton shape="table" lines={10} label="Loading the requests" />
      )}
      <ConfirmRequest
        request={decision?.kind === 'confirm' ? decision.request : null}
        onDone={finish}
        onClose={close}
      />
    </>
  )
}

const columnsWith = (onDecide: (decision: Decision) => void): readonly Column<QueuedRequest>[] => [
  {
    key: 'age',
    heading: 'Waiting',
    widthRem: 8,
    cell: row => (
      <div>
        {ageLabel(row.ageDays)}
        <span className={styles.note}>
          {formatDate(row.requestedDate, clientContext().clientSettings.locale, 'short')}
        </span>
      </div>
    ),
  },
  {
    key: 'sentence',
    heading: 'Request',
    isRowHeading: true,
    cell: row => (
      <div>
        {row.sentence}
        <span className={styles.note}>
          {row.email === null ? '' : `${row.email}, `}requested by {row.requestedBy}
        </span>
      </div>
    ),
  },
  {
    key: 'account',
    heading: 'Account',
    cell: row => (
      <div>
        {row.accountName}
        <span className={styles.note}>{row.fundId}</span>
      </div>
    ),
  },
  {
    key: 'decision',
    heading: 'Decision',
    cell: request =>
      request.obstacle === null ? (
        <span className={styles.actions}>
          <Button kind="text" onPress={() => onDecide({ request, kind: 'confirm' })}>
            Confirm<VisuallyHidden> the request “{request.sentence}”</VisuallyHidden>
          </Button>
          <Button kind="text" onPress={() => onDecide({ request, kind: 'decline' })}>
            Decline<VisuallyHidden> the request “{request.sentence}”</VisuallyHidden>
          </Button>
        </span>
      ) : (
        request.obstacle
      ),
  },
]
