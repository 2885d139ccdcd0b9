import { useEffect, useRef, useSyncExternalStore } from 'react'
import { contextLoad, loadClientContext } from '../../web/client-context/context-load.ts'
import { frontEndVersion } from '../../web/client-context/front-end-version.ts'
import styles from './ContextFailure.module.css'

/**
 * Replaces the portal while the page has no client context (§4). It loads the context and, on a failure, shows the error and
 * a retry button. No client is known yet, so it uses no theme and no components of the portal.
 */
export function ContextFailure({ onLoaded }: { onLoaded: () => void }) {
  const load = useSyncExternalStore(contextLoad.subscribe, contextLoad.read)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    delete document.documentElement.dataset.client
    void loadClientContext()
  }, [])
  useEffect(() => {
    if (load.state === 'loaded') onLoaded()
    if (load.state === 'failed') heading.current?.focus()
  }, [load, onLoaded])
  if (load.state !== 'failed')
    return (
      <main className={styles.page}>
        <p role="status">Opening the portal...</p>
      </main>
    )
  const { failure } = load
  return (
    <main className={styles.page}>
      <title>The portal could not be opened</title>
      <h1 ref={heading} tabIndex={-1}>
        The portal could not be opened
      </h1>
      <p>{failure.detail ?? 'Something went wrong on our side. Please try again in a moment.'}</p>
      <p>
        <button type="button" onClick={() => void loadClientContext()}>
          Try again
        </button>
      </p>
      <p>
        <small>
          {[failure.traceId && `ID: ${failure.traceId}`, frontEndVersion.jira, frontEndVersion.revision]
            .filter(Boolean)
            .join(', ')}
        </small>
      </p>
    </main>
  )
}
