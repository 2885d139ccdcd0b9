import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { exportWaitingFees, listWaitingFees } from '../fees.contract.ts'
import { waitingFeesList } from '../waiting-fees.list.ts'
import { CollectFees } from './CollectFees.tsx'
import styles from './Fees.module.css'

const filterDelayMs = 200

type WaitingFeesProps = { currency: Currency; mayPost: boolean }

/** What funds owe of fees, and what they were charged too much; the next run takes both into account. */
export function WaitingFees({ currency, mayPost }: WaitingFeesProps) {
  const [sort, setSort] = useState(waitingFeesList.defaultSort)
  const [view, setView] = useState<View>('10')
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const search = { keywords, sort }
  const listed = useQuery({
    ...queryList(listWaitingFees, { query: search }, view),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.list}>
      <h2>Owed fees</h2>
      <ListTable
        list={waitingFeesList}
        what="owed fees"
        caption="Owed fees"
        currency={currency}
        filter={{
          name: 'owed-filter',
          label: 'Filter by account',
          value: typed,
          searchedFor: keywords,
          onChange: setTyped,
        }}
        rows={listed.data?.data}
        loadFailure={
          listed.isLoadingError ? <LoadFailure what="The owed fees" requests={[listed]} /> : undefined
        }
        rowKey={({ fundId, kind }) => `${fundId} ${kind}`}
        sort={sort}
        onSort={setSort}
        empty={{
          text: 'No fund owes a fee. What a fund cannot pay is listed here, and taken with its next fee, or by the command that appears below. Do not post it again.',
        }}
        {...(listed.data ? { view: { value: view, total: listed.data.meta.total, onChange: setView } } : {})}
        onExport={(format, about) => downloadFile(exportWaitingFees, { query: { ...search, format } }, about)}
      />
      {mayPost && listed.data && listed.data.meta.total > 0 ? <Collect /> : null}
    </section>
  )
}

/** The commands about what funds owe. */
function Collect() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure heading="Take what funds can pay now" level={3} isOpen={isOpen} onToggle={setOpen}>
      <CollectFees />
    </Disclosure>
  )
}
