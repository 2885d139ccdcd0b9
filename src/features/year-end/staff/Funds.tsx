import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryList } from '../../../web/api/query.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { QueriedListTable } from '../../../web/list/QueriedListTable.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { yearEndFundsList } from '../lists/year-end-funds.list.ts'
import type { YearEnd } from '../year-end.contract.ts'
import { exportYearEndFunds, listYearEndFunds } from '../year-end.contract.ts'

/** Every fund of the year with its values, contributions, grants and distribution rate. */
export function YearFunds({ yearEnd: { year, currency } }: { yearEnd: YearEnd }) {
  const [size, setSize] = useState<View>('10')
  const [sort, setSort] = useState(yearEndFundsList.defaultSort)
  const found = useQuery({
    ...queryList(listYearEndFunds, { query: { year, sort } }, size),
    placeholderData: keepPreviousData,
  })
  return (
    <QueriedListTable
      {...{ list: yearEndFundsList, what: 'funds', caption: 'Funds of the year', currency, found, size }}
      {...{ sort, onSort: setSort, onSize: setSize }}
      rowKey={({ fundId }) => fundId}
      empty={{ text: 'No fund was open in this year.' }}
      onExport={(format, about) => downloadFile(exportYearEndFunds, { query: { year, sort, format } }, about)}
    />
  )
}
