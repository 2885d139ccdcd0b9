import { Problem } from '../../../contract/problems.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { retrySentence } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { isOffline } from '../../../web/errors/connection.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { LinkedText } from '../../../web/ui/text/LinkedText.tsx'
import { tooManyDrafts } from '../baskets/drafts.contract.ts'
import styles from './DraftNotice.module.css'
import type { DraftState, useServerDraft } from './use-server-draft.ts'

type DraftNoticeProps = {
  server: Pick<ReturnType<typeof useServerDraft>, 'state' | 'keepOwn' | 'saveAgain'>
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
        <p>
          <Link to={paths.grants()}>See all grants</Link>
        </p>
      </Alert>
    )
  if (state.kind === 'failed') return <NotSaved state={state} onSaveAgain={server.saveAgain} />
  return (
    <p role="status" className={styles.saved}>
      {state.kind === 'saved' ? 'Saved as a draft.' : null}
    </p>
  )
}

type NotSavedProps = { state: DraftState & { kind: 'failed' }; onSaveAgain: () => void }

/** Why the draft is not saved, and what to do about it. */
function NotSaved({ state: { failure, isRetrying }, onSaveAgain }: NotSavedProps) {
  const { code, detail } = failure instanceof Problem ? failure : {}
  const mayRetry = code !== 'access-denied' && code !== 'signed-out' && !isOffline(failure)
  return (
    <Alert kind="caution" heading="Not saved as a draft">
      <p>
        <LinkedText text={reasonOf(failure)} /> Your entries are still here.
      </p>
      {detail === tooManyDrafts ? (
        <p>
          <Link to={paths.grants()}>See all drafts</Link>
        </p>
      ) : null}
      {mayRetry ? (
        <Button isPending={isRetrying} pendingText="Saving..." onPress={onSaveAgain}>
          Try again
        </Button>
      ) : null}
    </Alert>
  )
}

function reasonOf(failure: unknown): string {
  const code = failure instanceof Problem ? failure.code : undefined
  if (code === 'access-denied')
    return 'You no longer have permission to save drafts for this account. Please contact your administrator.'
  if (code === 'signed-out') return 'Your session has ended. Please log in again.'
  return isOffline(failure)
    ? 'You’re offline. We’ll save it when you’re online again.'
    : retrySentence(failure)
}
