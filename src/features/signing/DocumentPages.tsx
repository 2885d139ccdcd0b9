import { useEffect, useRef, useState } from 'react'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { saveBytes } from '../../web/api/save-bytes.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import styles from './Signing.module.css'
import type { SigningCalls } from './signing-calls.ts'

/** The width of a page in percent of the screen's. */
const zooms = [100, 150, 200, 300] as const

type State = { kind: 'waiting' } | { kind: 'shown'; bytes: ArrayBuffer } | { kind: 'failed'; error: unknown }

type DocumentPagesProps = {
  calls: SigningCalls
  documentName: string
  /** Called when all pages have their place, when they cannot be shown, and when they are fetched again. */
  onState: (kind: State['kind']) => void
}

/** The document page by page, with its text for selection and screen readers, and a button to save it. */
export function DocumentPages({ calls, documentName, onState }: DocumentPagesProps) {
  const pages = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [zoom, setZoom] = useState(0)
  const [state, setState] = useState<State>({ kind: 'waiting' })
  useEffect(() => onState(state.kind), [state.kind, onState])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts it again
  useEffect(() => {
    const abort = new AbortController()
    const fail = (error: unknown) => {
      if (abort.signal.aborted) return
      setState({ kind: 'failed', error })
    }
    const show = async () => {
      const { signal } = abort
      const response = await calls.document(signal)
      const bytes = await response.arrayBuffer()
      // The viewer is larger than the rest of the program.
      const { showPdf } = await import('./show-pdf.ts')
      if (signal.aborted || pages.current === null) return
      // The viewer transfers the bytes to its worker, so the page no longer has them.
      await showPdf(bytes.slice(0), pages.current, { name: documentName, signal, onFailure: fail })
      if (!signal.aborted) setState({ kind: 'shown', bytes })
    }
    show().catch(fail)
    return () => abort.abort()
  }, [calls, documentName, attempt])
  const refetch = () => {
    setState({ kind: 'waiting' })
    setAttempt(attempt + 1)
  }
  return (
    <>
      {state.kind === 'failed' ? (
        <LoadFailure
          what="The document"
          requests={[{ ...state, isError: true, isFetching: false, refetch }]}
        />
      ) : null}
      {state.kind === 'waiting' ? <Skeleton shape="text" lines={14} label="Loading the document" /> : null}
      {state.kind === 'shown' ? (
        <div className={styles.actions}>
          <Button isDisabled={zoom === 0} onPress={() => setZoom(zoom - 1)}>
            Smaller
          </Button>
          <Button isDisabled={zoom === zooms.length - 1} onPress={() => setZoom(zoom + 1)}>
            Larger
          </Button>
        </div>
      ) : null}
      <section
        aria-label={documentName}
        className={styles.viewer}
        hidden={state.kind === 'failed'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: enlarged pages are scrolled by keyboard
        tabIndex={0}
      >
        <div ref={pages} className={styles.pages} style={{ width: `${zooms[zoom]}%` }} />
      </section>
      {state.kind === 'shown' ? (
        <p className={styles.after}>
          <Button onPress={() => save(state.bytes, documentName)}>Save a copy</Button>
        </p>
      ) : null}
    </>
  )
}

/** What the server says about the failure, for support; empty where it is not the server's. */
/** A PDF under a name that ends as one. */
const save = (bytes: ArrayBuffer, name: string): void =>
  saveBytes(new Blob([bytes], { type: 'application/pdf' }), name.endsWith('.pdf') ? name : `${name}.pdf`)
