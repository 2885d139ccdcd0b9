import { useEffect, useRef, useState } from 'react'
import { downloadFailure } from '../../../web/list/download-file.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import styles from './CertificateFiles.module.css'
import type { certificateFormats } from './certificates.contract.ts'

type Format = (typeof certificateFormats)[number]
type State = { at: 'ready' | 'done' } | { at: 'running'; format: Format } | { at: 'failed'; sentence: string }

const labels = { pdf: 'PDF', json: 'JSON' } as const satisfies Record<Format, string>
const formats = ['pdf', 'json'] as const satisfies readonly Format[]

type CertificateFilesProps = {
  /** Downloads the file of the grant; the signal ends it. */
  onDownload: (format: Format, signal: AbortSignal) => Promise<unknown>
}

/** Saves the certificates of a grant: as a PDF to read, or as JSON that can be verified. */
export function CertificateFiles({ onDownload }: CertificateFilesProps) {
  const [state, setState] = useState<State>({ at: 'ready' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const save = async (format: Format) => {
    const controller = new AbortController()
    running.current = controller
    setState({ at: 'running', format })
    try {
      await onDownload(format, controller.signal)
      setState({ at: 'done' })
    } catch (failure) {
      if (!controller.signal.aborted)
        setState({
          at: 'failed',
          sentence: downloadFailure(failure, 'The certificates weren’t saved. Please try again.'),
        })
    }
  }
  return (
    <div className={styles.files}>
      <span aria-hidden="true">Certificates</span>
      {formats.map(format => (
        <Button
          key={format}
          kind="text"
          isPending={state.at === 'running' && state.format === format}
          isDisabled={state.at === 'running' && state.format !== format}
          onPress={() => void save(format)}
        >
          <VisuallyHidden>Save the certificates as </VisuallyHidden>
          {labels[format]}
        </Button>
      ))}
      <VisuallyHidden>
        <span role="status">{state.at === 'done' ? 'The certificates were saved.' : ''}</span>
      </VisuallyHidden>
      {state.at === 'failed' ? <Alert kind="danger">{state.sentence}</Alert> : null}
    </div>
  )
}
