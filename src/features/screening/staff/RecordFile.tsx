import { useEffect, useRef, useState } from 'react'
import { downloadFailure, downloadFile } from '../../../web/list/download-file.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { downloadFindingRecord } from '../findings.contract.ts'

type State = { at: 'ready' | 'running' | 'done' } | { at: 'failed'; sentence: string }

/** Saves the record of a finding, for the report and the files. */
export function RecordFile({ findingId }: { findingId: string }) {
  const [state, setState] = useState<State>({ at: 'ready' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const save = async () => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setState({ at: 'running' })
    try {
      await downloadFile(downloadFindingRecord, { params: { findingId } }, { signal, onProgress: () => {} })
      setState({ at: 'done' })
    } catch (failure) {
      if (!signal.aborted)
        setState({
          at: 'failed',
          sentence: downloadFailure(failure, 'The record wasn’t saved. Please try again.'),
        })
    }
  }
  return (
    <div>
      <Button kind="text" isPending={state.at === 'running'} onPress={() => void save()}>
        Save the record as PDF
      </Button>
      <VisuallyHidden>
        <span role="status">{state.at === 'done' ? 'The record was saved.' : ''}</span>
      </VisuallyHidden>
      {state.at === 'failed' ? <Alert kind="danger">{state.sentence}</Alert> : null}
    </div>
  )
}
