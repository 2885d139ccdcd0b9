import { formatInstant } from '../../domain/dates.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import type { ExportList } from '../../web/list/ExportButtons.tsx'
import { ListTable } from '../../web/list/ListTable.tsx'
import type { Cells } from '../../web/list/list-columns.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './AuditPage.module.css'
import type { AuditEvent } from './audit.contract.ts'
import { auditList, eventLabel } from './audit.list.ts'
import { detailsOf } from './audit-labels.ts'

type AuditTableProps = { events: readonly AuditEvent[]; isFiltered: boolean; onExport: ExportList }

/** One row for each event. The other fields of the event open below its description. */
export function AuditTable({ events, isFiltered, onExport }: AuditTableProps) {
  return (
    <ListTable
      list={auditList}
      what="events"
      caption="Events, newest first"
      currency={clientContext().currentDbHeader}
      cells={cells}
      rows={events}
      rowKey={event => event.seq}
      empty={{
        text: isFiltered
          ? 'No events match these filters. Change or clear them.'
          : inClientEnglish(
              'Nothing has been recorded yet. Logins, decisions, payments{,} and changes will appear here.',
            ),
      }}
      onExport={onExport}
    />
  )
}

const cells: Cells<AuditEvent> = {
  when: ({ at }) => (
    <time dateTime={at} className={styles.when}>
      {formatInstant(at, clientContext().clientSettings)}
    </time>
  ),
  who: event => <PersonCell event={event} />,
  what: event => <EventCell event={event} />,
  from: ({ address }) => <span className={styles.address}>{address ?? '-'}</span>,
  client: ({ client }) => client ?? '-',
}

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
  const label = eventLabel(event.kind, clientContext().clientSettings.locale)
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
