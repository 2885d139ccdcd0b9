import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { queryList } from '../../../web/api/query.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { QueriedListTable } from '../../../web/list/QueriedListTable.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { type NoncashType, noncashTexts } from '../domain/returns.ts'
import { yearEndContributionsList } from '../lists/year-end-contributions.list.ts'
import { yearEndContributorsList } from '../lists/year-end-contributors.list.ts'
import type { YearEnd } from '../year-end.contract.ts'
import {
  exportYearEndContributions,
  exportYearEndContributors,
  listYearEndContributions,
  listYearEndContributors,
} from '../year-end.contract.ts'
import { ShownOnly } from './ShownOnly.tsx'
import { useEntryCells } from './use-entry-cells.tsx'

/** Who gave enough to be named; each leads to the entries of what they gave. */
export function YearContributors({ yearEnd }: { yearEnd: YearEnd }) {
  const { year, currency } = yearEnd
  const [size, setSize] = useState<View>('10')
  const list = yearEndContributorsList(yearEnd.return)
  const found = useQuery({
    ...queryList(listYearEndContributors, { query: { year } }, size),
    placeholderData: keepPreviousData,
  })
  return (
    <QueriedListTable
      {...{ list, what: 'contributors', caption: 'Contributors of the year', currency, found, size }}
      onSize={setSize}
      cells={{
        name: ({ contributor }, shown) => (
          <Link to={staffPaths.yearEnd({ show: 'contributions', year: String(year), contributor })}>
            {shown}
          </Link>
        ),
      }}
      rowKey={({ contributor }) => contributor}
      empty={{ text: 'No one gave enough in this year to be listed.' }}
      onExport={(format, about) =>
        downloadFile(exportYearEndContributors, { query: { year, format } }, about)
      }
    />
  )
}

type YearContributionsProps = {
  yearEnd: YearEnd
  contributor: string | undefined
  noncash: NoncashType | undefined
  giftAid: boolean
}

/** The entries of which the contributions of the year consist: all, those of one contributor or type of property, or the Gift Aid. */
export function YearContributions({ yearEnd, contributor, noncash, giftAid }: YearContributionsProps) {
  const { year, currency } = yearEnd
  const [size, setSize] = useState<View>('10')
  const [sort, setSort] = useState(yearEndContributionsList.defaultSort)
  const list = yearEndContributionsList
  const asked = { year, sort, contributor, noncash, giftAid }
  const filter = giftAid
    ? 'Only Gift Aid is shown.'
    : noncash !== undefined
      ? `Only this is shown: ${noncashTexts[noncash].text.toLowerCase()}.`
      : contributor !== undefined
        ? 'Only what one contributor gave is shown.'
        : null
  const found = useQuery({
    ...queryList(listYearEndContributions, { query: asked }, size),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {filter === null ? null : (
        <ShownOnly year={year} show="contributions">
          {filter}
        </ShownOnly>
      )}
      <QueriedListTable
        {...{ list, what: 'entries', caption: 'Contributions of the year', currency, found, size, sort }}
        {...{ onSort: setSort, onSize: setSize, cells: useEntryCells() }}
        rowKey={({ entryId, fundId }) => `${entryId} ${fundId}`}
        empty={{ text: 'Nothing was given in this year.' }}
        onExport={(format, about) =>
          downloadFile(exportYearEndContributions, { query: { ...asked, format } }, about)
        }
      />
    </>
  )
}
