import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import {
  exportPostingBatches,
  listPostingBatches,
  type PostingBatch,
} from '../../posting-batches/posting-batches.contract.ts'
import { postingBatchesList } from '../../posting-batches/posting-batches.list.ts'
import styles from './Fees.module.css'

/** The runs of fee schedules, latest first. */
export function FeeRuns({ currency }: { currency: Currency }) {
  const [sort, setSort] = useState(postingBatchesList.defaultSort)
  const [view, setView] = useState<View>('10')
  const search = { source: 'fee-run' as const, sort }
  const listed = useQuery({
    ...queryList(listPostingBatches, { query: search }, view),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.list}>
      <h2>Fee runs</h2>
      <ListTable
        list={postingBatchesList}
        what="fee runs"
        caption="Fee runs"
        currency={currency}
        cells={cells}
        leftOut={['kinds', 'fileName']}
        rows={listed.data?.data}
        loadFailure={
          listed.isLoadingError ? <LoadFailure what="The fee runs" requests={[listed]} /> : undefined
        }
        rowKey={({ batchId }) => batchId}
        sort={sort}
        onSort={setSort}
        empty={{ text: 'No fees have been charged yet.' }}
        {...(listed.data ? { view: { value: view, total: listed.data.meta.total, onChange: setView } } : {})}
        onExport={(format, about) =>
          downloadFile(exportPostingBatches, { query: { ...search, format } }, about)
        }
      />
    </section>
  )
}

const cells: Cells<PostingBatch> = {
  batchNumber: ({ batchId, batchNumber }) => (
    <Link to={staffPaths.postingBatch(batchId)}>Batch&nbsp;{batchNumber}</Link>
  ),
}
