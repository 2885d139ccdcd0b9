import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { queryList } from '../../../web/api/query.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { QueriedListTable } from '../../../web/list/QueriedListTable.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { accountingMethods } from '../domain/returns.ts'
import { yearEndGranteesList } from '../lists/year-end-grantees.list.ts'
import { yearEndGrantsList } from '../lists/year-end-grants.list.ts'
import type { YearEnd } from '../year-end.contract.ts'
import {
  exportYearEndGrantees,
  exportYearEndGrants,
  listYearEndGrantees,
  listYearEndGrants,
} from '../year-end.contract.ts'
import styles from './Figures.module.css'
import { ShownOnly } from './ShownOnly.tsx'
import { useEntryCells } from './use-entry-cells.tsx'

/** Who is named in the return or the accounts; each leads to the entries of its grants. */
export function YearGrantees({ yearEnd }: { yearEnd: YearEnd }) {
  const { year, currency } = yearEnd
  const [size, setSize] = useState<View>('10')
  const [method, setMethod] = useState(yearEnd.method)
  const list = yearEndGranteesList(yearEnd.return)
  const found = useQuery({
    ...queryList(listYearEndGrantees, { query: { year, method } }, size),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className={styles.method}>
        <ChoiceBar
          label="Listed by what was"
          choices={accountingMethods.map(value => ({ value, text: value === 'cash' ? 'Paid' : 'Approved' }))}
          value={method}
          onChange={setMethod}
        />
      </div>
      <QueriedListTable
        {...{
          list,
          what: 'grantees',
          caption: 'Grantees of the year',
          currency,
          found,
          size,
          onSize: setSize,
        }}
        cells={{
          name: ({ charityId }, shown) => (
            <Link
              to={staffPaths.yearEnd({ show: 'grants', year: String(year), charity: charityId || undefined })}
            >
              {shown}
            </Link>
          ),
          number: (_row, shown) => <span className={styles.number}>{shown}</span>,
          section: (_row, shown) => <span className={styles.number}>{shown}</span>,
        }}
        rowKey={({ charityId }) => charityId}
        empty={{ text: 'No charity received enough in this year to be listed.' }}
        onExport={(format, about) =>
          downloadFile(exportYearEndGrantees, { query: { year, method, format } }, about)
        }
      />
    </>
  )
}

/** The entries of which the grants of the year consist, or those to one charity. */
export function YearGrants({ yearEnd, charityId }: { yearEnd: YearEnd; charityId: string | undefined }) {
  const { year, currency } = yearEnd
  const [size, setSize] = useState<View>('10')
  const [sort, setSort] = useState(yearEndGrantsList.defaultSort)
  const found = useQuery({
    ...queryList(listYearEndGrants, { query: { year, sort, charityId } }, size),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {charityId === undefined ? null : (
        <ShownOnly year={year} show="grants">
          Only grants to one charity are shown.
        </ShownOnly>
      )}
      <QueriedListTable
        {...{
          list: yearEndGrantsList,
          what: 'entries',
          caption: 'Grants of the year',
          currency,
          found,
          size,
        }}
        {...{ sort, onSort: setSort, onSize: setSize }}
        cells={useEntryCells()}
        rowKey={({ entryId }) => entryId}
        empty={{ text: 'No grant was approved or paid in this year.' }}
        onExport={(format, about) =>
          downloadFile(exportYearEndGrants, { query: { year, sort, charityId, format } }, about)
        }
      />
    </>
  )
}
