import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatDate } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, queryClient, queryList, refreshAll } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { ProgressBar } from '../../../web/ui/progress/ProgressBar.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { WaitingForSecond } from '../../posting-requests/WaitingForSecond.tsx'
import { batchKinds, batchSigns, batchStatusLabels } from '../domain/posting-batch.ts'
import { postingBatchLinesList } from '../posting-batch-lines.list.ts'
import {
  exportPostingBatchLines,
  getPostingBatch,
  listPostingBatchLines,
  type PostingBatchDetails,
  type PostingBatchLine,
  reversePostingBatch,
} from '../posting-batches.contract.ts'
import { BatchFacts } from './BatchFacts.tsx'
import { ContinueBatch } from './ContinueBatch.tsx'
import styles from './PostingBatches.module.css'

const filterDelayMs = 200
const refreshWhilePostingMs = 2_000

type PostingBatchPageProps = {
  /** How the fees of a run were computed, from the feature that computes them. */
  workingOf: (batch: PostingBatchDetails) => ReactNode
}

/** /super-user-dashboard/postings/{id}: a batch with its sums, its lines, and its reversal. */
export function PostingBatchPage({ workingOf }: PostingBatchPageProps) {
  const { batchId } = useScreenParams('/super-user-dashboard/postings/$batchId')
  if (!z.safeParse(z.uuid(), batchId).success) throw new Problem('not-found')
  const options = query(getPostingBatch, { params: { batchId } })
  const found = useQuery({
    ...options,
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? refreshWhilePostingMs : false),
  })
  if (found.isLoadingError) return <LoadFailure what="The batch" requests={[found]} />
  if (!found.data) return <Skeleton shape="statement" lines={8} label="Loading the batch" />
  return (
    <BatchView
      batch={found.data}
      working={workingOf(found.data)}
      onChange={next => {
        queryClient.setQueryData(options.queryKey, next)
        void refreshAll()
      }}
    />
  )
}

const isMoving = ({ status }: PostingBatchDetails) => status === 'applying' || status === 'reversing'

type BatchViewProps = { batch: PostingBatchDetails; onChange: (next: PostingBatchDetails) => void }

function BatchView({ batch, working, onChange }: BatchViewProps & { working: ReactNode }) {
  const { locale } = clientContext().clientSettings
  const { status, currency } = batch
  const done = status === 'applying' ? batch.postedLines + batch.leftOutLines : batch.reversedLines
  return (
    <>
      <Breadcrumb pages={[{ title: 'Postings', to: staffPaths.postings() }]} />
      <PageHeading
        title={`Batch ${batch.batchNumber}`}
        status={<StatusChip sign={batchSigns[status]}>{batchStatusLabels[status]}</StatusChip>}
        lead={batch.reference}
      >
        Batch {batch.batchNumber}
      </PageHeading>
      {batch.postingRequest === null ? null : (
        <Alert kind="information">
          <p>
            <WaitingForSecond request={batch.postingRequest} />
          </p>
        </Alert>
      )}
      {isMoving(batch) ? (
        <ProgressBar
          label={status === 'applying' ? 'Posting the lines' : 'Reversing the lines'}
          value={done}
          max={batch.lines}
          text={`${done.toLocaleString(locale)} of ${batch.lines.toLocaleString(locale)}`}
        />
      ) : null}
      <ContinueBatch batch={batch} onChange={onChange} />
      <div className={styles.facts}>
        <BatchFacts batch={batch} />
        <Table
          caption="Totals"
          columns={[
            { key: 'kind', heading: 'Kind', isRowHeading: true, cell: row => batchKinds[row.kind].label },
            {
              key: 'lines',
              heading: 'Lines',
              isNumeric: true,
              cell: row => row.lines.toLocaleString(locale),
            },
            {
              key: 'amount',
              heading: 'Amount',
              isNumeric: true,
              cell: row => <Money amountMinor={row.amountMinor} currency={currency} />,
            },
            {
              key: 'posted',
              heading: 'Posted',
              isNumeric: true,
              cell: row => <Money amountMinor={row.postedMinor} currency={currency} />,
            },
          ]}
          rows={batch.totals}
          rowKey={row => row.kind}
          empty={{ text: '' }}
        />
      </div>
      {batch.mayReverse ? <Reverse batch={batch} onChange={onChange} /> : null}
      {working}
      {working === null ? null : <h2>Lines</h2>}
      <Lines batch={batch} />
    </>
  )
}

function Reverse({ batch: { batchId }, onChange }: BatchViewProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure heading="Reverse this batch" isOpen={isOpen} onToggle={setOpen}>
      <p>
        Someone else has to confirm it. Then every entry of the batch is reversed today, whatever the funds
        have; lines that a fund’s status refuses stay and are listed.
      </p>
      <NoteForm
        label="Why it is reversed"
        hint="Donors read it beside each reversed entry."
        submitText="Ask for the reversal"
        text={requiredReason}
        save={async reason =>
          onChange(
            await call(reversePostingBatch, {
              params: { batchId },
              body: { data: { type: 'command', attributes: { reason } } },
            }),
          )
        }
        onSaved={() => void refreshAll()}
      />
    </Disclosure>
  )
}

function Lines({ batch: { batchId, currency, status } }: { batch: PostingBatchDetails }) {
  const cells = useCells()
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const [sort, setSort] = useState(postingBatchLinesList.defaultSort)
  const [view, setView] = useState<View>('50')
  const search = { keywords, sort }
  const found = useQuery({
    ...queryList(listPostingBatchLines, { params: { batchId }, query: search }, view),
    placeholderData: keepPreviousData,
    refetchInterval: status === 'applying' || status === 'reversing' ? refreshWhilePostingMs : false,
  })
  return (
    <ListTable
      list={postingBatchLinesList}
      what="lines"
      caption="Lines"
      currency={currency}
      filter={{
        name: 'line-filter',
        label: 'Filter by account',
        value: typed,
        searchedFor: keywords,
        onChange: setTyped,
      }}
      cells={cells}
      rows={found.data?.data}
      loadFailure={found.isLoadingError ? <LoadFailure what="The lines" requests={[found]} /> : undefined}
      rowKey={({ line }) => line}
      sort={sort}
      onSort={setSort}
      empty={{ text: 'This batch has no lines.' }}
      {...(found.data ? { view: { value: view, total: found.data.meta.total, onChange: setView } } : {})}
      onExport={(format, about) =>
        downloadFile(exportPostingBatchLines, { params: { batchId }, query: { ...search, format } }, about)
      }
    />
  )
}

/** The entry leads to its page for those who may open it. */
function useCells(): Cells<PostingBatchLine> {
  const mayPost = useCan('POSTING_CREATE')
  const mayReverse = useCan('POSTING_REVERSE')
  const mayAudit = useCan('AUDIT_VIEW')
  const { locale } = clientContext().clientSettings
  return {
    effectiveDate: ({ postedOn }, shown) =>
      postedOn === null ? shown : explained(shown, `Posted on ${formatDate(postedOn, locale, 'short')}`),
    state: ({ note }, shown) => explained(shown, note),
    transactionId: ({ entryId, reversalTransactionId }, shown) =>
      explained(
        entryId !== null && (mayPost || mayReverse || mayAudit) ? (
          <Link to={staffPaths.journalEntry(entryId)}>{shown}</Link>
        ) : (
          shown
        ),
        reversalTransactionId === null ? null : `Reversed by ${reversalTransactionId}`,
      ),
  }
}

const explained = (shown: ReactNode, note: string | null) => (
  <div>
    {shown}
    {note === null ? null : <Note>{note}</Note>}
  </div>
)
