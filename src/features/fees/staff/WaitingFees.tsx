import { useState } from 'react'
import type { Currency } from '../../../domain/money.ts'
import { queryList } from '../../../web/api/query.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import { useFilteredList } from '../../../web/list/use-filtered-list.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { exportWaitingFees, listWaitingFees } from '../fees.contract.ts'
import { waitingFeesList } from '../waiting-fees.list.ts'
import { CollectFees } from './CollectFees.tsx'
import styles from './Fees.module.css'

type WaitingFeesProps = { currency: Currency; mayPost: boolean }

/** What funds owe of fees, and what they were charged too much; the next run takes both into account. */
export function WaitingFees({ currency, mayPost }: WaitingFeesProps) {
  const { found, search, about } = useFilteredList(
    waitingFeesList,
    { what: 'The owed fees', name: 'owed-filter', label: 'Filter by account' },
    (asked, view) => queryList(listWaitingFees, { query: asked }, view),
  )
  return (
    <section className={styles.list}>
      <h2>Owed fees</h2>
      <ListTable
        {...about}
        what="owed fees"
        caption="Owed fees"
        currency={currency}
        rowKey={({ fundId, kind }) => `${fundId} ${kind}`}
        empty={{
          text: 'No fund owes a fee. What a fund cannot pay is listed here, and taken with its next fee, or by the command that appears below. Do not post it again.',
        }}
        onExport={(format, exported) =>
          downloadFile(exportWaitingFees, { query: { ...search, format } }, exported)
        }
      />
      {mayPost && found.data && found.data.meta.total > 0 ? <Collect /> : null}
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
