import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { feeChargesList } from '../fee-charges.list.ts'
import { exportFeeCharges, listFeeCharges } from '../fees.contract.ts'
import styles from './Fees.module.css'

const filterDelayMs = 200

/** How a run computed the fee of each fund, on the page of its batch. */
export function FeeRunCharges({ batchId, currency }: { batchId: string; currency: Currency }) {
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const [sort, setSort] = useState(feeChargesList.defaultSort)
  const [view, setView] = useState<View>('10')
  const search = { keywords, sort }
  const found = useQuery({
    ...queryList(listFeeCharges, { params: { batchId }, query: search }, view),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.list}>
      <h2>How the fees were computed</h2>
      <ListTable
        list={feeChargesList}
        what="charges"
        caption="How the fees were computed"
        currency={currency}
        filter={{
          name: 'charge-filter',
          label: 'Filter the charges by account',
          value: typed,
          searchedFor: keywords,
          onChange: setTyped,
        }}
        rows={found.data?.data}
        loadFailure={found.isLoadingError ? <LoadFailure what="The charges" requests={[found]} /> : undefined}
        rowKey={({ fundId, periodFrom }) => `${fundId} ${periodFrom}`}
        sort={sort}
        onSort={setSort}
        empty={{ text: 'This run charges no fund.' }}
        {...(found.data ? { view: { value: view, total: found.data.meta.total, onChange: setView } } : {})}
        onExport={(format, about) =>
          downloadFile(exportFeeCharges, { params: { batchId }, query: { ...search, format } }, about)
        }
      />
    </section>
  )
}
