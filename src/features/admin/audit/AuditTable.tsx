import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { type Column, Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import type { AuditEvent } from '../../audit/audit.contract.ts'
import styles from './AuditPage.module.css'
import { detailsOf, eventLabel } from './audit-labels.ts'

/** One row for each event. The other fields of the event open below its description. */
export function AuditTable({ events, isFiltered }: { events: readonly AuditEvent[]; isFiltered: boolean }) {
  return (
    <Table
      caption="Events, newest first"
      isCaptionHidden
      columns={columns}
      rows={events}
      rowKey={event => event.seq}
      empty={{
        text: isFiltered
          ? 'No events match these filters. Change or clear them.'
          : 'Nothing has been recorded yet. Sign-ins, security changes and approvals will appear here.',
      }}
    />
  )
}

const columns: readonly Column<AuditEvent>[] = [
  {
    key: 'when',
    heading: 'When',
    widthRem: 9,
    cell: ({ at }) => (
      <time dateTime={at} className={styles.when}>
        {formatInstant(at, clientContext().clientSettings)}
      </time>
    ),
  },
  { key: 'who', heading: 'Who', isRowHeading: true, cell: event => <PersonCell event={event} /> },
  { key: 'what', heading: 'Event', widthRem: 22, cell: event => <EventCell event={event} /> },
  {
    key: 'from',
    heading: 'IP address',
    widthRem: 8,
    cell: ({ address }) => <span className={styles.address}>{address ?? '-'}</span>,
  },
  { key: 'client', heading: 'Client', widthRem: 6, cell: ({ client }) => client ?? '-' },
]

function PersonCell({ event: { person } }: { event: AuditEvent }) {
  if (!person) return <span className={styles.unknown}>Unknown</span>
  return (
    <div className={styles.who}>
      {person.name}
      <span className={styles.note}>{person.userId}</span>
    </div>
  )
}

function EventCell({ event }: { event: AuditEvent }) {
  const label = eventLabel(event.kind)
  const { reason } = event.detail
  return (
    <div>
      {label}
      {reason === undefined ? null : <span className={styles.note}>{reason}</span>}
      <details className={styles.details}>
        <summary>
          Details
          <VisuallyHidden>
            {' '}
            of event {event.seq}: {label}
          </VisuallyHidden>
        </summary>
        <DescriptionList items={detailsOf(event)} />
      </details>
    </div>
  )
}
