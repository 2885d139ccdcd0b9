import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryList } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { QueriedListTable } from '../../../web/list/QueriedListTable.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { PrintedTitle } from '../../../web/ui/text/Printed.tsx'
import { type Month, monthName } from '../domain/months.ts'
import { exportFundRollForward, listFundRollForward } from '../month-end.contract.ts'
import { rollForwardList } from '../roll-forward.list.ts'

/** Every fund: its balance before the months, what each kind of entry added, and its balance after them. */
export function RollForward({ from, to }: { from: Month; to: Month }) {
  const [size, setSize] = useState<View>('10')
  const [sort, setSort] = useState(rollForwardList.defaultSort)
  const { locale } = clientContext().clientSettings
  const found = useQuery({
    ...queryList(listFundRollForward, { query: { from, to, sort } }, size),
    placeholderData: keepPreviousData,
  })
  const caption = `Roll-forward of funds, ${monthName(from, locale)}${from === to ? '' : ` to ${monthName(to, locale)}`}`
  return (
    <>
      <PrintedTitle>{caption}</PrintedTitle>
      <QueriedListTable
        list={rollForwardList}
        what="funds"
        caption={caption}
        currency={clientContext().currentDbHeader}
        found={found}
        size={size}
        onSize={setSize}
        sort={sort}
        onSort={setSort}
        rowKey={({ fundId }) => fundId}
        empty={{ text: 'This book has no funds.' }}
        onExport={(format, about) =>
          downloadFile(exportFundRollForward, { query: { from, to, sort, format } }, about)
        }
      />
    </>
  )
}
