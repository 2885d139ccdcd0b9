import { useEffect, useRef, useState } from 'react'
import type { DateRange } from '../../domain/dates.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { saveStatement } from './statements.contract.ts'

type State = 'ready' | 'running' | 'done' | 'failed'

/** Saves the statement of the shown range as a PDF. Only for those who may see every section. */
export function SavePdfButton({ fundId, range }: { fundId: number; range: DateRange }) {
  const [state, setState] = useState<State>('ready')
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const save = async () => {
    const controller = new AbortController()
    running.current = controller
    setState('running')
    try {
      const { signal } = controller
      await downloadFile(
        saveStatement,
        { params: { fundId }, query: range },
        { signal, onProgress: () => {} },
      )
      setState('done')
    } catch {
      if (!controller.signal.aborted) setState('failed')
    }
  }
  return (
    <>
      <Button kind="text" isPending={state === 'running'} onPress={() => void save()}>
        Save as PDF
      </Button>
      <VisuallyHidden>
        <span role="status">{state === 'done' ? 'The PDF was saved.' : ''}</span>
      </VisuallyHidden>
      {state === 'failed' ? (
        <Alert kind="danger">We couldn’t make the PDF just now. Please try again in a minute.</Alert>
      ) : null}
    </>
  )
}
