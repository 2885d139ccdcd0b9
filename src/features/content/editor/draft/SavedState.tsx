import type { ReactNode } from 'react'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../../web/ui/notices/Alert.tsx'
import { timeLabel } from '../content-times.ts'
import styles from './Draft.module.css'
import type { DraftState } from './draft-store.ts'

type SavedStateProps = { draft: DraftState; timeZone: string; onSave: () => void; children?: ReactNode }

/**
 * 'Saved at 14:03' as a polite status. 'Saving...' is hidden from screen readers because it would be announced every few
 * seconds.
 */
export function SavedState({ draft, timeZone, onSave, children }: SavedStateProps) {
  const { state, savedAt, refusal, isRestored } = draft
  const isBehind = state === 'changed' || state === 'saving'
  return (
    <>
      {isRestored && state !== 'conflict' ? (
        <Alert kind="information">
          Your latest changes were not saved when this page was closed. We have restored them to the draft.
        </Alert>
      ) : null}
      <div className={styles.saved}>
        <span role="status">
          {savedAt === null || state === 'unreachable' || state === 'refused' || state === 'conflict'
            ? ''
            : `Saved at ${timeLabel(savedAt, timeZone)}`}
        </span>
        <span aria-hidden="true">{isBehind ? (state === 'saving' ? 'Saving...' : 'Not saved yet') : ''}</span>
        {children}
      </div>
      {state === 'unreachable' ? (
        <Alert kind="caution" heading="Not saved: we can’t reach the server">
          Your changes are safe on this page. We’ll keep trying to save them.{' '}
          <Button kind="text" onPress={onSave}>
            Try now
          </Button>
        </Alert>
      ) : null}
      {state === 'refused' && refusal ? (
        <Alert kind="danger" heading="Not saved">
          {[refusal.message, ...Object.values(refusal.errors).flat()].join(' ')} Your changes are still on
          this page.
        </Alert>
      ) : null}
    </>
  )
}
