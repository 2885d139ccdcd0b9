import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { type BankMonth, exportBankMonthItems, listBankMonthItems } from '../bank-month.contract.ts'
import { bankMonthItemsList } from '../bank-month-items.list.ts'

/** What the bank booked in the month and what is outstanding at its end, line by line; the file has the same. */
export function MonthItems({ month: { account, month, currency } }: { month: BankMonth }) {
  const [sort, setSort] = useState(bankMonthItemsList.defaultSort)
  const [view, setView] = useState<View>('50')
  const params = { account: account.key, month }
  const found = useQuery({
    ...queryList(listBankMonthItems, { params, query: { sort } }, view),
    placeholderData: keepPreviousData,
  })
  return (
    <section>
      <h2>All items</h2>
      <ListTable
        list={bankMonthItemsList}
        what="items"
        caption="All items"
        currency={currency}
        rows={found.data?.data}
        loadFailure={found.isLoadingError ? <LoadFailure what="The items" requests={[found]} /> : undefined}
        rowKey={({ itemId }) => itemId}
        sort={sort}
        onSort={setSort}
        empty={{ text: 'The bank has booked nothing in this month, and nothing is outstanding.' }}
        {...(found.data ? { view: { value: view, total: found.data.meta.total, onChange: setView } } : {})}
        onExport={(format, about) =>
          downloadFile(exportBankMonthItems, { params, query: { sort, format } }, about)
        }
      />
    </section>
  )
}
