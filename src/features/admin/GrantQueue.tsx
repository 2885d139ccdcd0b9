import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Reply } from '../../contract/endpoint.ts'
import { formatDate } from '../../domain/dates.ts'
import { queryList } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { type Column, Table } from '../../web/ui/table/Table.tsx'
import { type View, ViewSelector } from '../../web/ui/table/ViewSelector.tsx'
import { Money } from '../../web/ui/text/Money.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { charityName } from '../charities/domain/charity-name.ts'
import { listGrantQueue } from '../grants/grants.contract.ts'
import { DashboardNavigation } from './DashboardNavigation.tsx'
import styles from './GrantQueue.module.css'
import { ageLabel, pendingLabel, type QueueName, queues } from './queues.ts'

type QueueRow = Reply<typeof listGrantQueue>['data'][number]

type GrantQueueProps = { queue: QueueName; view: View; onView: (view: View) => void }

/** One of the grant queues (§17). */
export function GrantQueue({ queue, view, onView }: GrantQueueProps) {
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
        <>
          <p className={styles.sum} aria-live="polite">
            {pendingLabel(queue, rows.data.meta.total, rows.data.data[0]?.ageDays)}
          </p>
          <Table
            caption={queues[queue].caption}
            isCaptionHidden
            columns={columns()}
            rows={rows.data.data}
            rowKey={row => row.grantId}
            empty={{ text: queues[queue].empty }}
          />
          <ViewSelector total={rows.data.meta.total} value={view} onChange={onView} />
        </>
      ) : rows.isError ? (
        <Alert kind="danger">We couldn’t load the queue. Please try again.</Alert>
      ) : (
        <Skeleton shape="table" lines={10} label="Loading the queue" />
      )}
    </section>
  )
}

/** The heading names the currency once for all rows. */
const columns = (): readonly Column<QueueRow>[] => [
  { key: 'age', heading: 'Waiting', widthRem: 7, cell: row => <Age row={row} /> },
  { key: 'charity', heading: 'Charity and state', isRowHeading: true, cell: row => <Charity row={row} /> },
  {
    key: 'fund',
    heading: 'Fund and donor',
    cell: row => (
      <div>
        {row.accountName}
        <span className={styles.note}>
          {row.fundId} · {row.donorName}
        </span>
      </div>
    ),
  },
  {
    key: 'amount',
    heading: `Amount (${clientContext().currentDbHeader})`,
    isNumeric: true,
    widthRem: 8,
    cell: row => (
      <Money amountMinor={row.amountMinor} currency={clientContext().currentDbHeader} symbol={false} />
    ),
  },
  {
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
  },
]

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
