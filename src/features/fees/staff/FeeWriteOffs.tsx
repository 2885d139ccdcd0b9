import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList, refreshAll } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { listFeeWriteOffs } from '../fee-write-offs.contract.ts'
import { feeWriteOffsList } from '../fee-write-offs.list.ts'
import styles from './Fees.module.css'
import { WriteOffFee } from './WriteOffFee.tsx'

const filterDelayMs = 200

type FeeWriteOffsProps = { currency: Currency; mayPost: boolean }

/** The owed fees that two people wrote off. */
export function FeeWriteOffs({ currency, mayPost }: FeeWriteOffsProps) {
  const [isOpen, setOpen] = useState(false)
  const [view, setView] = useState<View>('10')
  const [sort, setSort] = useState(feeWriteOffsList.defaultSort)
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const listed = useQuery({
    ...queryList(listFeeWriteOffs, { query: { keywords, sort } }, view),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.list}>
      <h2>Fees written off</h2>
      <ListTable
        list={feeWriteOffsList}
        what="fees written off"
        caption="Fees written off"
        currency={currency}
        filter={{
          name: 'write-off-filter',
          label: 'Filter the write-offs by account',
          value: typed,
          searchedFor: keywords,
          onChange: setTyped,
        }}
        rows={listed.data?.data}
        loadFailure={
          listed.isLoadingError ? (
            <LoadFailure what="The fees that were written off" requests={[listed]} />
          ) : undefined
        }
        rowKey={({ requestId }) => requestId}
        sort={sort}
        onSort={setSort}
        empty={{ text: 'No owed fee was written off.' }}
        {...(listed.data ? { view: { value: view, total: listed.data.meta.total, onChange: setView } } : {})}
      />
      {mayPost ? (
        <Disclosure heading="Write off an owed fee" level={3} isOpen={isOpen} onToggle={setOpen}>
          <WriteOffFee
            currency={currency}
            onDone={() => {
              setOpen(false)
              void refreshAll()
            }}
          />
        </Disclosure>
      ) : null}
    </section>
  )
}
