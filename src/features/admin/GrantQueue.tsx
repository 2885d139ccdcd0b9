import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../domain/dates.ts'
import type { Currency } from '../../domain/money.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import type { Cells } from '../../web/list/list-columns.tsx'
import type { RowKey } from '../../web/list/selection-column.tsx'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import type { Column } from '../../web/ui/table/Table.tsx'
import type { View } from '../../web/ui/table/ViewSelector.tsx'
import { Money } from '../../web/ui/text/Money.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { charityName } from '../charities/domain/charity-name.ts'
import { exportGrantQueue, listGrantQueue } from '../grants/grants.contract.ts'
import { grantQueueList, type QueueRow } from '../grants/grants.list.ts'
import { DashboardNavigation } from './DashboardNavigation.tsx'
import styles from './GrantQueue.module.css'
import { ageLabel, pendingLabel, type QueueName, queues } from './queues.ts'

type GrantQueueProps = { queue: QueueName; view: View; onView: (view: View) => void }

/** One of the grant queues (§17). */
export function GrantQueue({ queue, view, onView }: GrantQueueProps) {
  const currency = clientContext().currentDbHeader
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const rows = useQuery({
    ...queryList(listGrantQueue, { query: { queue } }, view),
    // Keeps the rows while more of the same queue load, but not those of another queue.
    placeholderData: (previousData, previousQuery) =>
      JSON.stringify(previousQuery?.queryKey[1]) === JSON.stringify({ query: { queue } })
        ? keepPreviousData(previousData)
        : undefined,
  })
  return (
    <section aria-label="Waiting grants">
      <DashboardNavigation current={queue} />
      {rows.data ? (
        <p className={styles.sum} aria-live="polite">
          {pendingLabel(queue, rows.data.meta.total, rows.data.data[0]?.ageDays)}
        </p>
      ) : null}
      <ListTable
        list={grantQueueList}
        what="grants"
        caption={queues[queue].caption}
        currency={currency}
        cells={cells}
        actionsAfter={[review]}
        rows={rows.data?.data}
        loadFailure={rows.isError ? <LoadFailure what="The queue" requests={[rows]} /> : undefined}
        rowKey={row => row.grantId}
        empty={{ text: queues[queue].empty }}
        selection={{
          keys: selected,
          onChange: setSelected,
          summary: grants => <Sum grants={grants} currency={currency} />,
        }}
        {...(rows.data ? { view: { value: view, total: rows.data.meta.total, onChange: onView } } : {})}
        onExport={(format, about) => downloadFile(exportGrantQueue, { query: { queue, format } }, about)}
      />
    </section>
  )
}

/** The sum of the selected grants, such as those of one transfer. */
function Sum({ grants, currency }: { grants: readonly QueueRow[]; currency: Currency }) {
  return (
    <>
      , <Money amountMinor={grants.reduce((sum, row) => sum + row.amountMinor, 0n)} currency={currency} /> in
      all
    </>
  )
}

const cells: Cells<QueueRow> = {
  age: row => <Age row={row} />,
  charityName: row => <Charity row={row} />,
  fund: row => (
    <div>
      {row.accountName}
      <span className={styles.note}>
        {row.fundId} · {row.donorName}
      </span>
    </div>
  ),
}

const review: Column<QueueRow> = {
  key: 'review',
  heading: 'Review',
  isHeadingHidden: true,
  isNumeric: true,
  widthRem: 5,
  cell: row => (
    <Link to={paths.reviewGrant(row.grantId)} className={styles.review}>
      Review<VisuallyHidden> the grant to {charityName(row.charityName)}</VisuallyHidden>
    </Link>
  ),
}

function Charity({ row }: { row: QueueRow }) {
  return (
    <div>
      {charityName(row.charityName)}
      <span className={styles.note}>{row.state}</span>
      {row.held === null ? null : <span className={styles.note}>{row.held}</span>}
    </div>
  )
}

function Age({ row }: { row: QueueRow }) {
  const { locale } = clientContext().clientSettings
  return (
    <div>
      {ageLabel(row.ageDays)}
      <span className={styles.note}>{formatDate(row.createdDate, locale, 'short')}</span>
    </div>
  )
}
