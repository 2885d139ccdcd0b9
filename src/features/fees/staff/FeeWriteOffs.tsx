import { useState } from 'react'
import type { Currency } from '../../../domain/money.ts'
import { queryList, refreshAll } from '../../../web/api/query.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import { useFilteredList } from '../../../web/list/use-filtered-list.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { listFeeWriteOffs } from '../fee-write-offs.contract.ts'
import { feeWriteOffsList } from '../fee-write-offs.list.ts'
import styles from './Fees.module.css'
import { WriteOffFee } from './WriteOffFee.tsx'

type FeeWriteOffsProps = { currency: Currency; mayPost: boolean }

/** The owed fees that two people wrote off. */
export function FeeWriteOffs({ currency, mayPost }: FeeWriteOffsProps) {
  const [isOpen, setOpen] = useState(false)
  const { about } = useFilteredList(
    feeWriteOffsList,
    {
      what: 'The fees that were written off',
      name: 'write-off-filter',
      label: 'Filter the write-offs by account',
    },
    (search, view) => queryList(listFeeWriteOffs, { query: search }, view),
  )
  return (
    <section className={styles.list}>
      <h2>Fees written off</h2>
      <ListTable
        {...about}
        what="fees written off"
        caption="Fees written off"
        currency={currency}
        rowKey={({ requestId }) => requestId}
        empty={{ text: 'No owed fee was written off.' }}
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
