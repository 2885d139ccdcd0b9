import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DateRange, formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { queryList } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { type Column, Table } from '../../../web/ui/table/Table.tsx'
import { type View, ViewSelector } from '../../../web/ui/table/ViewSelector.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { type ActivityColumn, type SectionNumber, sectionRule } from '../domain/sections.ts'
import { type ActivityRow, getSectionRows } from '../fund-activity.contract.ts'

type SectionTableProps = { fundId: number; section: SectionNumber; range: DateRange; currency: Currency }

/** The rows of one section: sortable, with 10, 50 or all rows (§9). */
export function SectionTable({ fundId, section, range, currency }: SectionTableProps) {
  const [sort, setSort] = useState('-effectiveDate')
  const [view, setView] = useState<View>('10')
  const mayOpenCharity = useCan('FUND_AC_DETAIL_VIEW')
  const { locale } = clientContext().clientSettings
  const rows = useQuery({
    ...queryList(getSectionRows, { params: { fundId, section }, query: { ...range, sort } }, view),
    placeholderData: keepPreviousData,
  })
  if (rows.isError) return <Alert kind="danger">These rows could not be loaded. Please try again.</Alert>
  if (!rows.data) return <Skeleton shape="table" lines={4} label="Loading the rows" />
  const { heading, columns } = sectionRule(section)
  const cells = columnsFor(currency, locale, mayOpenCharity)
  return (
    <>
      <Table
        caption={`${heading}, ${formatDate(range.from, locale)} to ${formatDate(range.to, locale)}`}
        isCaptionHidden
        columns={columns.map(key => cells[key])}
        rows={rows.data.data}
        rowKey={row => row.reportId}
        sort={sort}
        onSort={setSort}
        empty={{ text: 'No activity in this range' }}
      />
      <ViewSelector total={rows.data.meta.total} value={view} onChange={setView} />
    </>
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
