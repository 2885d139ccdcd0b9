import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type DateRange, formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import type { ExportList } from '../../../web/list/ExportButtons.tsx'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import type { ListView } from '../../../web/list/use-whole-on-paper.ts'
import { paths } from '../../../web/routing/paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { explanationOf } from '../domain/explain-entry.ts'
import { type SectionNumber, sectionRule } from '../domain/sections.ts'
import { type ActivityRow, exportSectionRows, getSectionRows } from '../fund-activity.contract.ts'
import { sectionList } from '../fund-activity.list.ts'
import { allRowsQuery } from './use-all-rows.ts'

type SectionTableProps = {
  fundId: number
  section: SectionNumber
  range: DateRange
  currency: Currency
  /** On paper a section has all its rows. */
  isPrinting: boolean
}

/** The rows of one section: sortable, with 10, 50 or all rows (§9). Sort and view survive printing. */
export function SectionTable({ isPrinting, ...props }: SectionTableProps) {
  const [sort, setSort] = useState('-effectiveDate')
  const [view, setView] = useState<View>('10')
  if (isPrinting) return <PrintedRows {...props} />
  return <ShownRows {...props} sort={sort} onSort={setSort} view={view} onView={setView} />
}

type RowsProps = Omit<SectionTableProps, 'isPrinting'>

type ShownRowsProps = RowsProps & {
  sort: string
  onSort: (sort: string) => void
  view: View
  onView: (view: View) => void
}

function ShownRows({ sort, onSort, view, onView, ...props }: ShownRowsProps) {
  const { fundId, section, range } = props
  const rows = useQuery({
    ...queryList(getSectionRows, { params: { fundId, section }, query: { ...range, sort } }, view),
    placeholderData: keepPreviousData,
  })
  if (rows.data)
    return (
      <Rows
        {...props}
        rows={rows.data.data}
        sort={sort}
        onSort={onSort}
        view={{ value: view, total: rows.data.meta.total, onChange: onView, isPrintedWhole: true }}
        onExport={(format, about) =>
          downloadFile(
            exportSectionRows,
            { params: { fundId, section }, query: { ...range, sort, format } },
            about,
          )
        }
      />
    )
  if (rows.isLoadingError) return <LoadFailure what="These rows" requests={[rows]} />
  return <Skeleton shape="table" lines={4} label="Loading the rows" />
}

function PrintedRows(props: RowsProps) {
  const { data } = useQuery({
    ...allRowsQuery(props.fundId, props.section, props.range),
    throwOnError: false,
  })
  return data ? <Rows {...props} rows={data.data} isOnPaper /> : <p>These rows had not loaded yet.</p>
}

type RowsTableProps = RowsProps & {
  rows: readonly ActivityRow[]
  isOnPaper?: boolean
  sort?: string
  onSort?: (sort: string) => void
  view?: ListView
  onExport?: ExportList
}

function Rows({ fundId, section, range, currency, isOnPaper = false, ...table }: RowsTableProps) {
  const mayOpenCharity = useCan('FUND_AC_DETAIL_VIEW')
  const { locale } = clientContext().clientSettings
  const { heading, role } = sectionRule(section)
  const lastDay = formatDate(range.to, locale)
  return (
    <ListTable
      {...table}
      list={sectionList(section)}
      what={heading}
      // A part of the ending balance is what stood on the last day, whenever it was posted.
      caption={
        role === 'part'
          ? `${heading} on ${lastDay}`
          : `${heading}, ${formatDate(range.from, locale)} to ${lastDay}`
      }
      currency={currency}
      cells={cellsOf({ fundId, section, mayOpenCharity, locale, isOnPaper })}
      rowKey={row => row.reportId}
      empty={{ text: 'No activity in this range' }}
    />
  )
}

const FeeWorkingButton = lazy(() =>
  import('../../fees/FeeWorkingButton.tsx').then(module => ({ default: module.FeeWorkingButton })),
)

type CellsOf = {
  fundId: number
  section: SectionNumber
  mayOpenCharity: boolean
  locale: string
  isOnPaper: boolean
}

/** The charity leads to its page, and what there is to say about an entry stands below its name, where comments have no column. */
function cellsOf({ fundId, section, mayOpenCharity, locale, isOnPaper }: CellsOf): Cells<ActivityRow> {
  const explained = (row: ActivityRow, shown: ReactNode) => {
    const explanation = sectionRule(section).hasCommentColumn ? null : explanationOf(row, locale)
    // A button is of no use on paper, and one that is still loading while the browser prints cuts off the rows that follow.
    const hasButton = row.hasWorking && !isOnPaper
    if (explanation === null && !hasButton) return shown
    return (
      <div>
        {shown}
        {explanation === null ? null : <Note>{explanation}</Note>}
        {hasButton ? (
          <Suspense fallback={null}>
            <FeeWorkingButton fundId={fundId} transactionId={Number(row.transactionId)} />
          </Suspense>
        ) : null}
      </div>
    )
  }
  return {
    transactionTypeName: explained,
    partyName: (row, shown) => explained(row, mayOpenCharity ? <Charity row={row} /> : shown),
  }
}

function Charity({ row: { partyName, charityId } }: { row: ActivityRow }) {
  const name = partyName === null ? null : charityName(partyName)
  return charityId === null ? name : <Link to={paths.charityActivity(charityId)}>{name}</Link>
}
