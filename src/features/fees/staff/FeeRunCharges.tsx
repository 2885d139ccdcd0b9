import type { Currency } from '../../../domain/money.ts'
import { queryList } from '../../../web/api/query.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import { useFilteredList } from '../../../web/list/use-filtered-list.tsx'
import { feeChargesList } from '../fee-charges.list.ts'
import { exportFeeCharges, listFeeCharges } from '../fees.contract.ts'
import styles from './Fees.module.css'

/** How a run computed the fee of each fund, on the page of its batch. */
export function FeeRunCharges({ batchId, currency }: { batchId: string; currency: Currency }) {
  const { search, about } = useFilteredList(
    feeChargesList,
    { what: 'The charges', name: 'charge-filter', label: 'Filter the charges by account' },
    (asked, view) => queryList(listFeeCharges, { params: { batchId }, query: asked }, view),
  )
  return (
    <section className={styles.list}>
      <h2>How the fees were computed</h2>
      <ListTable
        {...about}
        what="charges"
        caption="How the fees were computed"
        currency={currency}
        rowKey={({ fundId, periodFrom }) => `${fundId} ${periodFrom}`}
        empty={{ text: 'This run charges no fund.' }}
        onExport={(format, exported) =>
          downloadFile(exportFeeCharges, { params: { batchId }, query: { ...search, format } }, exported)
        }
      />
    </section>
  )
}
