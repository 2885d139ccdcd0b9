import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { paymentRunsList } from '../payment-runs.list.ts'
import { exportPaymentRuns, listPaymentRuns, type Payments, type Run } from '../payments.contract.ts'
import styles from './Payments.module.css'

const filterDelayMs = 400

/** The runs of the book, latest first. */
export function RunsTable({ currency }: Pick<Payments['meta'], 'currency'>) {
  const [sort, setSort] = useState(paymentRunsList.defaultSort)
  const [view, setView] = useState<View>('10')
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const search = { keywords, sort }
  const listed = useQuery({
    ...queryList(listPaymentRuns, { query: search }, view),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Payment runs" className={styles.payments}>
      <ListTable
        list={paymentRunsList}
        what="runs"
        caption="Payment runs"
        currency={currency}
        filter={{
          name: 'run-filter',
          label: 'Find a run by its number, or by a grant or charity in it',
          value: typed,
          searchedFor: keywords,
          onChange: setTyped,
        }}
        cells={cells}
        rows={listed.data?.data}
        loadFailure={listed.isLoadingError ? <LoadFailure what="The runs" requests={[listed]} /> : undefined}
        rowKey={({ runId }) => runId}
        sort={sort}
        onSort={setSort}
        empty={{
          text: 'There are no payment runs yet. A run is created, approved by a second person, sent to the bank, and cleared when the bank confirms.',
        }}
        {...(listed.data ? { view: { value: view, total: listed.data.meta.total, onChange: setView } } : {})}
        onExport={(format, about) => downloadFile(exportPaymentRuns, { query: { ...search, format } }, about)}
      />
    </section>
  )
}

const cells: Cells<Run> = {
  runNumber: ({ runId, runNumber }) => <Link to={staffPaths.paymentRun(runId)}>Run {runNumber}</Link>,
}
