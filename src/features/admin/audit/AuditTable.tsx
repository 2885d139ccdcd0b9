import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { type Column, Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import type { AuditEvent } from '../../audit/audit.contract.ts'
import styles from './AuditPage.module.css'
import { detailsOf, whatHappened } from './audit-labels.ts'

/** One row an event: when, who, what, from where; what else it holds opens under what happened. */
export function AuditTable({ events, isFiltered }: { events: readonly AuditEvent[]; isFiltered: boolean }) {
  return (
    <Table
      caption="What happened, newest first"
      isCaptionHidden
      columns={columns}
      rows={events}
      rowKey={event => event.seq}
      empty={{
        text: isFiltered
          ? 'No event fits this view. Widen it, or show everything.'
          : 'Nothing has been recorded yet. Every sign-in, refusal and change of how people sign in will appear here.',
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
        {formatInstant(at, clientContext().clientSettings.locale)}
      </time>
    ),
  },
  { key: 'who', heading: 'Who', isRowHeading: true, cell: event => <Who event={event} /> },
  { key: 'what', heading: 'What happened', widthRem: 22, cell: event => <What event={event} /> },
  {
    key: 'from',
    heading: 'From where',
    widthRem: 8,
    cell: ({ address }) => <span className={styles.address}>{address ?? '-'}</span>,
  },
  { key: 'client', heading: 'Client', widthRem: 6, cell: ({ client }) => client ?? '-' },
]

function Who({ event: { person } }: { event: AuditEvent }) {
  if (!person) return <span className={styles.nobody}>Nobody known</span>
  return (
    <div className={styles.who}>
      {person.name}
      <span className={styles.note}>{person.userId}</span>
    </div>
  )
}

function What({ event }: { event: AuditEvent }) {
  const what = whatHappened(event.kind)
  const { reason } = event.detail
  return (
    <div>
      {what}
      {reason === undefined ? null : <span className={styles.note}>{reason}</span>}
      <details className={styles.details}>
        <summary>
          Details
          <VisuallyHidden>
            {' '}
            of event {event.seq}: {what}
          </VisuallyHidden>
        </summary>
        <DescriptionList items={detailsOf(event)} />
      </details>
    </div>
  )
}
