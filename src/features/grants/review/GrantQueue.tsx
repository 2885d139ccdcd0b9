import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import type { RowKey } from '../../../web/list/selection-column.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { BesideLogo } from '../../../web/ui/pictures/BesideLogo.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import type { Column } from '../../../web/ui/table/SortHeading.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { grantSign } from '../domain/grant-sign.ts'
import { grantQueueLists } from '../grants.list.ts'
import styles from './GrantQueue.module.css'
import { PayeeSummary } from './PayeeSummary.tsx'
import { hasQueueFilter, type QueueFilterProps, type QueueView, queueFilterOf } from './queue-view.ts'
import { ageLabel, pendingLabel, queues } from './queues.ts'
import { exportGrantQueue, listGrantQueue, type QueueRow } from './staff-grants.contract.ts'

type GrantQueueProps = { view: QueueView; onView: (view: QueueView) => void }

const ApproveSeveral = lazy(async () => ({ default: (await import('./ApproveSeveral.tsx')).ApproveSeveral }))

const searchDelayMs = 400
/** How often the queue is read again, so that it shows colleagues' changes without a reload. */
const refreshEveryMs = 30_000

/** One of the grant queues (§17). */
export function GrantQueue({ view, onView }: GrantQueueProps) {
  const { queue } = view
  const currency = clientContext().currentDbHeader
  const mayApprove = useCan('GRANT_APPROVE')
  const [hasApproved, setApproved] = useState(false)
  const [hasFilters, setHasFilters] = useState(hasQueueFilter(view))
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const filter = useDebounced(view, searchDelayMs)
  const sent = queueFilterOf({ ...filter, queue })
  const rows = useQuery({
    ...queryList(listGrantQueue, { query: sent }, view.view),
    refetchInterval: refreshEveryMs,
    // Keeps the rows while more of the same queue load, but not those of another queue.
    placeholderData: (previousData, previousQuery) =>
      JSON.stringify(previousQuery?.queryKey ?? []).includes(`"queue":"${queue}"`)
        ? keepPreviousData(previousData)
        : undefined,
  })
  const chosen = (rows.data?.data ?? []).filter(({ grantId }) => selected.has(grantId))
  const isFiltered = hasQueueFilter(view) || (view.keywords ?? '') !== ''
  return (
    <section aria-label="Waiting grants">
      <ListTable
        list={grantQueueLists[queue]}
        what="grants"
        caption={queues[queue].caption}
        currency={currency}
        cells={cells}
        actionsAfter={[review]}
        rows={rows.data?.data}
        loadFailure={rows.isLoadingError ? <LoadFailure what="The queue" requests={[rows]} /> : undefined}
        rowKey={row => row.grantId}
        filter={{
          name: 'queue-keywords',
          label: inClientEnglish('Find a grant by charity, fund, donor{,} or transaction'),
          value: view.keywords ?? '',
          onChange: keywords => onView({ ...view, keywords: keywords === '' ? undefined : keywords }),
          searchedFor: filter.keywords ?? '',
          isFiltered: hasQueueFilter(view),
          expansion: { isOpen: hasFilters, onToggle: setHasFilters },
          children: <QueueFilters view={view} currency={currency} onView={onView} />,
        }}
        empty={{ text: isFiltered ? 'No grants match these filters.' : queues[queue].empty }}
        selection={{
          keys: selected,
          onChange: setSelected,
          summary: grants => <Sum grants={grants} currency={currency} />,
        }}
        {...(rows.data
          ? {
              view: {
                value: view.view,
                total: rows.data.meta.total,
                onChange: next => onView({ ...view, view: next }),
              },
            }
          : {})}
        onExport={(format, about) =>
          downloadFile(exportGrantQueue, { query: { ...queueFilterOf(view), format } }, about)
        }
      />
      {rows.data && !isFiltered ? (
        <p className={styles.sum} aria-live="polite">
          {pendingLabel(queue, rows.data.meta.total, rows.data.data[0]?.ageDays)}
          {queue === 'to-pay' && rows.data.meta.total > 0
            ? ' A grant in a payment run is counted here until the run is sent.'
            : null}
        </p>
      ) : null}
      {queue === 'to-approve' && mayApprove && (chosen.length > 0 || hasApproved) ? (
        <Suspense fallback={null}>
          <ApproveSeveral
            rows={chosen}
            onDone={() => {
              setApproved(true)
              setSelected(new Set())
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

/** Loaded when the filters are opened. */
const FilterFields = lazy(async () => ({ default: (await import('./FilterFields.tsx')).FilterFields }))

function QueueFilters(props: QueueFilterProps) {
  return (
    <Suspense fallback={<Skeleton shape="text" lines={3} label="Loading the filters" />}>
      <FilterFields {...props} />
    </Suspense>
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
      <Note>
        {row.fundId} · {row.donorName}
      </Note>
    </div>
  ),
  payee: ({ payee }) => (payee ? <PayeeSummary payee={payee} /> : null),
}

const review: Column<QueueRow> = {
  key: 'review',
  heading: 'Review',
  isHeadingHidden: true,
  isNumeric: true,
  widthRem: 5,
  opensRow: true,
  cell: row => (
    <Link to={staffPaths.reviewGrant(row.grantId)} className={styles.review}>
      Review<VisuallyHidden> the grant to {charityName(row.charityName)}</VisuallyHidden>
    </Link>
  ),
}

function Charity({ row }: { row: QueueRow }) {
  const name = charityName(row.charityName)
  return (
    <BesideLogo name={name} logoUrl={row.logoUrl}>
      {name}
      <Note>
        <StatusChip sign={grantSign(row.state) ?? 'in-progress'}>{row.state}</StatusChip>
      </Note>
      {row.held === null ? null : <Note>{row.held}</Note>}
      {row.isOnHold ? <Note>On hold</Note> : null}
      {row.owner === null ? null : <Note>Owner: {row.owner.name}</Note>}
      {row.formerOwner === null ? null : <Note>Needs an owner: was {row.formerOwner}’s</Note>}
    </BesideLogo>
  )
}

function Age({ row }: { row: QueueRow }) {
  const { locale, today } = clientContext().clientSettings
  const isLate = row.dueOn !== null && row.dueOn < today
  return (
    <div>
      {ageLabel(row.ageDays)}
      <Note>{formatDate(row.createdDate, locale, 'short')}</Note>
      {row.dueOn === null ? null : (
        <Note>
          <span className={isLate ? styles.late : styles.due}>
            {isLate ? 'Overdue' : `Due ${formatDate(row.dueOn, locale, 'short')}`}
          </span>
        </Note>
      )}
    </div>
  )
}
