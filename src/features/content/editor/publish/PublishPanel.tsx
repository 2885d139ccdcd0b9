import { Alert } from '../../../../web/ui/notices/Alert.tsx'
import { nameOf } from '../../domain/content-labels.ts'
import type { ContentItem } from '../../editing.contract.ts'
import { instantLabel } from '../content-times.ts'
import { PendingPanel } from './PendingPanel.tsx'
import styles from './Publish.module.css'
import { PublishForm } from './PublishForm.tsx'
import type { PublishProps } from './publish-props.ts'
import { ScheduledList } from './ScheduledList.tsx'

type PublishPanelProps = PublishProps & {
  /** Whether there is a draft or an unsaved change. */
  hasDraft: boolean
  onRefused: (errors: Record<string, string[]>) => void
}

/** Publishing: the version that awaits approval, the scheduled ones and the form. */
export function PublishPanel({ hasDraft, onRefused, ...props }: PublishPanelProps) {
  const { item, editorSession } = props
  return (
    <section aria-label="Publishing" className={styles.panel}>
      <h2>Publishing</h2>
      {item.draft?.declined ? (
        <Declined declined={item.draft.declined} timeZone={editorSession.timeZone} />
      ) : null}
      <ScheduledList {...props} />
      {item.awaiting ? (
        <PendingPanel {...props} awaiting={item.awaiting} />
      ) : hasDraft ? (
        <PublishForm {...props} onRefused={onRefused} />
      ) : (
        <p>There is no draft yet. Your first change creates one, which readers can’t see.</p>
      )}
    </section>
  )
}

type DeclinedProps = {
  declined: NonNullable<NonNullable<ContentItem['draft']>['declined']>
  timeZone: string
}

function Declined({ declined, timeZone }: DeclinedProps) {
  return (
    <Alert kind="caution" heading="Declined">
      <p>
        {nameOf(declined.person)} declined it on {instantLabel(declined.at, timeZone)}:
      </p>
      <p className={styles.reason}>{declined.reason}</p>
    </Alert>
  )
}
