import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DateRange, formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { type Column, Table } from '../../../web/ui/table/Table.tsx'
import { type View, ViewSelector } from '../../../web/ui/table/ViewSelector.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { type ActivityColumn, type SectionNumber, sectionRule } from '../domain/sections.ts'
import { type ActivityRow, getSectionRows } from '../fund-activity.contract.ts'
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
      <>
        <Rows {...props} rows={rows.data.data} sort={sort} onSort={onSort} />
        <ViewSelector total={rows.data.meta.total} value={view} onChange={onView} />
      </>
    )
  if (rows.isError) return <LoadFailure what="These rows" requests={[rows]} />
  return <Skeleton shape="table" lines={4} label="Loading the rows" />
}

function PrintedRows(props: RowsProps) {
  const { data } = useQuery({
    ...allRowsQuery(props.fundId, props.section, props.range),
    throwOnError: false,
  })
  return data ? <Rows {...props} rows={data.data} /> : <p>These rows had not loaded yet.</p>
}

type RowsTableProps = RowsProps & {
  rows: readonly ActivityRow[]
  sort?: string
  onSort?: (sort: string) => void
}

function Rows({ section, range, currency, rows, sort, onSort }: RowsTableProps) {
  const mayOpenCharity = useCan('FUND_AC_DETAIL_VIEW')
  const { locale } = clientContext().clientSettings
  const { heading, columns } = sectionRule(section)
  const cells = columnsFor(currency, locale, mayOpenCharity)
  return (
    <Table
      caption={`${heading}, ${formatDate(range.from, locale)} to ${formatDate(range.to, locale)}`}
      isCaptionHidden
      columns={columns.map(key => cells[key])}
      rows={rows}
      rowKey={row => row.reportId}
      sort={sort}
      {...(onSort ? { onSort } : {})}
      empty={{ text: 'No activity in this range' }}
    />
  )
}

function columnsFor(
  currency: Currency,
  locale: string,
  mayOpenCharity: boolean,
): Record<ActivityColumn, Column<ActivityRow>> {
  return {
    effectiveDate: {
      key: 'effectiveDate',
      heading: 'Date',
      sortBy: 'effectiveDate',
      cell: row => formatDate(row.effectiveDate, locale, 'short'),
    },
    transactionTypeName: {
      key: 'transactionTypeName',
      heading: 'Type',
      sortBy: 'transactionTypeName',
      isRowHeading: true,
      cell: row => row.transactionTypeName,
    },
    partyName: {
      key: 'partyName',
      heading: 'Charity',
      sortBy: 'partyName',
      isRowHeading: true,
      cell: row => {
        const name = row.partyName === null ? null : charityName(row.partyName)
        if (row.charityId === null || !mayOpenCharity) return name
        return <Link to={paths.charityActivity(row.charityId)}>{name}</Link>
      },
    },
    comment: { key: 'comment', heading: 'Comment', cell: row => row.comment },
    transactionId: {
      key: 'transactionId',
      heading: 'Transaction',
      sortBy: 'transactionId',
      cell: row => row.transactionId,
    },
    state: { key: 'state', heading: 'State', cell: row => row.state },
    amount: {
      key: 'amount',
      heading: `Amount (${currency})`,
      sortBy: 'amount',
      isNumeric: true,
      cell: row => <Money amountMinor={row.amount} currency={currency} symbol={false} />,
    },
  }
}
