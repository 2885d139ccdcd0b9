import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import styles from './DraftNotice.module.css'
import type { useServerDraft } from './use-server-draft.ts'

type DraftNoticeProps = {
  server: Pick<ReturnType<typeof useServerDraft>, 'state' | 'keepOwn'>
  onUseTheirs: () => void
}

/** Shows whether the draft is saved, and lets the person resolve a conflict. */
export function DraftNotice({ server, onUseTheirs }: DraftNoticeProps) {
  const { locale, timeZone } = clientContext().clientSettings
  const { state } = server
  if (state.kind === 'conflict') {
    const [change] = state.edits.changes
    const when = change ? ` on ${formatInstant(change.at, { locale, timeZone })}` : ''
    return (
      <Alert kind="caution" heading={`${change?.by ?? 'Someone else'} changed this draft${when}`} takesFocus>
        <p>Your entries are still here, but they aren’t saved. Which ones do you want to keep?</p>
        <p>
          <Button onPress={() => server.keepOwn(state.edits)}>Keep my entries</Button>{' '}
          <Button onPress={onUseTheirs}>Use the saved draft</Button>
        </p>
      </Alert>
    )
  }
  if (state.kind === 'gone')
    return (
      <Alert kind="caution" heading="This draft is no longer saved">
        <p>{state.detail} Your entries are still here.</p>
      </Alert>
    )
  return (
    <p role="status" className={styles.saved}>
      {state.kind === 'saved' ? 'Saved as a draft.' : null}
      {state.kind === 'failed'
        ? 'Not saved as a draft because you’re offline. Your entries are still here.'
        : null}
    </p>
  )
}
