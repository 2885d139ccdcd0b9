import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
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
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { exportPostingBatches, listPostingBatches, type PostingBatch } from '../posting-batches.contract.ts'
import { postingBatchesList } from '../posting-batches.list.ts'
import { DivideTotal } from './DivideTotal.tsx'
import { NewBatch } from './NewBatch.tsx'

const filterDelayMs = 200
/** While a job posts or reverses a batch. */
const refreshWhilePostingMs = 3_000

const postingsSearch = z.object({ view: z.catch(z.optional(z.enum(['new', 'divide'])), undefined) })

/** /super-user-dashboard/postings: the batches of gains, losses, income, fees and corrections (open-points 13), and a new one by file or by a division. */
export function PostingsPage() {
  const { view } = useSearchParams(postingsSearch)
  const mayPost = useCan('POSTING_CREATE')
  if (!mayPost || view === undefined) return <Batches mayPost={mayPost} />
  return view === 'new' ? <NewBatch /> : <DivideTotal />
}

function Batches({ mayPost }: { mayPost: boolean }) {
  const { currentDbHeader } = clientContext()
  const mayFind = [useCan('POSTING_CREATE'), useCan('POSTING_REVERSE'), useCan('AUDIT_VIEW')].some(Boolean)
  const [sort, setSort] = useState(postingBatchesList.defaultSort)
  const [view, setView] = useState<View>('10')
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const search = { keywords, sort }
  const listed = useQuery({
    ...queryList(listPostingBatches, { query: search }, view),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => status === 'applying' || status === 'reversing')
        ? refreshWhilePostingMs
        : false,
  })
  return (
    <>
      <PageHeading
        title="Postings"
        isAboveList
        lead={inClientEnglish(
          'Gains, losses, income, fees{,} and corrections of many funds, each batch by two people.',
        )}
        actions={
          <>
            {mayFind ? (
              <Link to={staffPaths.journalEntries()} look="button">
                Find an entry
              </Link>
            ) : null}
            <Link to={staffPaths.fees()} look="button">
              Fees
            </Link>
            {mayPost ? (
              <>
                <Link to={staffPaths.divideTotal()} look="button">
                  Divide a total
                </Link>
                <Link to={staffPaths.newPostingBatch()} look="primary-button">
                  New batch
                </Link>
              </>
            ) : null}
          </>
        }
      >
        Postings
      </PageHeading>
      <ListTable
        list={postingBatchesList}
        what="batches"
        caption="Batches"
        currency={currentDbHeader}
        filter={{
          name: 'batch-filter',
          label: 'Filter by name or number',
          value: typed,
          searchedFor: keywords,
          onChange: setTyped,
        }}
        cells={cells}
        rows={listed.data?.data}
        loadFailure={
          listed.isLoadingError ? <LoadFailure what="The batches" requests={[listed]} /> : undefined
        }
        rowKey={({ batchId }) => batchId}
        sort={sort}
        onSort={setSort}
        empty={{
          text: 'There are no batches yet. One person enters a batch, another confirms it, and then it is posted.',
        }}
        {...(listed.data ? { view: { value: view, total: listed.data.meta.total, onChange: setView } } : {})}
        onExport={(format, about) =>
          downloadFile(exportPostingBatches, { query: { ...search, format } }, about)
        }
      />
    </>
  )
}

const cells: Cells<PostingBatch> = {
  batchNumber: ({ batchId, batchNumber }) => (
    <Link to={staffPaths.postingBatch(batchId)}>Batch&nbsp;{batchNumber}</Link>
  ),
}
