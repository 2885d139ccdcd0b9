import { type ComponentProps, useState } from 'react'
import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import type { Cells } from '../../web/list/list-columns.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Dialog } from '../../web/ui/overlay/Dialog.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './AuditPage.module.css'
import type { AuditEvent } from './audit.contract.ts'
import { auditList, eventLabel } from './audit.list.ts'
import { detailsOf } from './audit-labels.ts'

type AuditTableProps = Pick<
  ComponentProps<typeof ListTable<AuditEvent>>,
  'rows' | 'loadFailure' | 'view' | 'onExport'
> & {
  filter: NonNullable<ComponentProps<typeof ListTable<AuditEvent>>['filter']>
  isFiltered: boolean
}

/** One line for each event; pressing it opens everything that was recorded. */
export function AuditTable({ isFiltered, ...table }: AuditTableProps) {
  const [opened, setOpened] = useState<AuditEvent | null>(null)
  return (
    <>
      <ListTable
        {...table}
        list={auditList}
        what="events"
        caption="Events, newest first"
        currency={clientContext().currentDbHeader}
        cells={cellsFor(setOpened)}
        rowKey={event => event.seq}
        empty={{
          text: isFiltered
            ? 'No events match these filters. Change or clear them.'
            : inClientEnglish(
                'Nothing has been recorded yet. Logins, decisions, payments{,} and changes will appear here.',
              ),
        }}
      />
      <EventDialog event={opened} onClose={() => setOpened(null)} />
    </>
  )
}

const labelOf = ({ kind }: AuditEvent) => eventLabel(kind, clientContext().clientSettings.locale)

const cellsFor = (onOpen: (event: AuditEvent) => void): Cells<AuditEvent> => ({
  when: ({ at }, shown) => (
    <time dateTime={at} className={styles.when}>
      {shown}
    </time>
  ),
  who: ({ person }, shown) => (person === null ? <span className={styles.nobody}>{shown}</span> : shown),
  what: event => (
    <Button kind="text" isPrinted aria-haspopup="dialog" onPress={() => onOpen(event)}>
      {labelOf(event)}
      <VisuallyHidden>, event {event.seq}</VisuallyHidden>
    </Button>
  ),
  from: ({ address }) => (address === null ? null : <span className={styles.address}>{address}</span>),
})

function EventDialog({ event, onClose }: { event: AuditEvent | null; onClose: () => void }) {
  return (
    <Dialog title={event === null ? '' : labelOf(event)} isOpen={event !== null} onClose={onClose}>
      {event === null ? null : (
        <div className={styles.details}>
          <DescriptionList items={detailsOf(event, clientContext().clientSettings)} />
        </div>
      )}
    </Dialog>
  )
}
