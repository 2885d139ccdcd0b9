import { useEffect, useRef, useState } from 'react'
import type { DateRange } from '../../domain/dates.ts'
import { downloadFailure, downloadFile } from '../../web/list/download-file.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { saveStatement } from './statements.contract.ts'

type State = { at: 'ready' | 'running' | 'done' } | { at: 'failed'; sentence: string }

/** Saves the statement of the shown range as a PDF. Only for those who may see every section. */
export function SavePdfButton({ fundId, range }: { fundId: number; range: DateRange }) {
  const [state, setState] = useState<State>({ at: 'ready' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const save = async () => {
    const controller = new AbortController()
    running.current = controller
    setState({ at: 'running' })
    try {
      const { signal } = controller
      await downloadFile(
        saveStatement,
        { params: { fundId }, query: range },
        { signal, onProgress: () => {} },
      )
      setState({ at: 'done' })
    } catch (failure) {
      if (!controller.signal.aborted)
        setState({
          at: 'failed',
          sentence: downloadFailure(failure, 'The PDF wasn’t saved. Please try again.'),
        })
    }
  }
  return (
    <>
      <Button kind="text" isPending={state.at === 'running'} onPress={() => void save()}>
        Save as PDF
      </Button>
      <VisuallyHidden>
        <span role="status">{state.at === 'done' ? 'The PDF was saved.' : ''}</span>
      </VisuallyHidden>
      {state.at === 'failed' ? <Alert kind="danger">{state.sentence}</Alert> : null}
    </>
  )
}
