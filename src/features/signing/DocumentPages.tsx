import { useEffect, useRef, useState } from 'react'
import { fetchReply } from '../../web/api/call.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import styles from './Signing.module.css'
import { getEnvelopeDocument } from './signing.contract.ts'

type State = { kind: 'waiting' } | { kind: 'shown'; bytes: ArrayBuffer } | { kind: 'failed' }

/** The document page by page, with its text for selection and screen readers, and a button to save it. */
export function DocumentPages({ envelopeId, documentName }: { envelopeId: string; documentName: string }) {
  const pages = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>({ kind: 'waiting' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts it again
  useEffect(() => {
    const abort = new AbortController()
    const show = async () => {
      const { signal } = abort
      const response = await fetchReply(getEnvelopeDocument, { params: { envelopeId } }, { signal })
      const bytes = await response.arrayBuffer()
      // The viewer is larger than the rest of the program.
      const { showPdf } = await import('./show-pdf.ts')
      if (signal.aborted || pages.current === null) return
      // The viewer takes its bytes away from the page.
      await showPdf(bytes.slice(0), pages.current, { name: documentName, signal })
      if (!signal.aborted) setState({ kind: 'shown', bytes })
    }
    show().catch((failure: unknown) => {
      if (abort.signal.aborted) return
      showFailure(failure)
      setState({ kind: 'failed' })
    })
    return () => abort.abort()
  }, [envelopeId, documentName, attempt])
  return (
    <>
      {state.kind === 'failed' ? (
        <Alert kind="danger">
          <p>The document could not be shown.</p>
          <Button
            onPress={() => {
              setState({ kind: 'waiting' })
              setAttempt(attempt + 1)
            }}
          >
            Try again
          </Button>
        </Alert>
      ) : null}
      {state.kind === 'waiting' ? <Skeleton shape="text" lines={14} label="Loading the document" /> : null}
      <div ref={pages} className={styles.pages} hidden={state.kind === 'failed'} />
      {state.kind === 'shown' ? (
        <p className={styles.after}>
          <Button onPress={() => save(state.bytes, documentName)}>Save a copy</Button>
        </p>
      ) : null}
    </>
  )
}

function save(bytes: ArrayBuffer, name: string): void {
  const href = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = href
  link.download = name.endsWith('.pdf') ? name : `${name}.pdf`
  link.click()
  URL.revokeObjectURL(href)
}
