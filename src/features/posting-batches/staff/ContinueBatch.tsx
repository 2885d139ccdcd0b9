import { useState } from 'react'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { continuePostingBatch, type PostingBatchDetails } from '../posting-batches.contract.ts'

type ContinueBatchProps = { batch: PostingBatchDetails; onChange: (next: PostingBatchDetails) => void }

/** Says that a batch has stopped, and lets it go on. Shows nothing for any other batch. */
export function ContinueBatch({ batch: { batchId, status, stalledSince }, onChange }: ContinueBatchProps) {
  const { clientSettings } = clientContext()
  const mayPost = useCan('POSTING_CREATE')
  const [isSending, setSending] = useState(false)
  if (stalledSince === null) return null
  const goOn = async () => {
    setSending(true)
    try {
      onChange(
        await call(continuePostingBatch, {
          params: { batchId },
          body: { data: { type: 'command', attributes: {} } },
        }),
      )
    } catch (failure) {
      showFailure(failure)
    } finally {
      setSending(false)
    }
  }
  return (
    <Alert kind="caution" heading="This batch has stopped">
      <p>
        No line was {status === 'applying' ? 'posted' : 'reversed'} since{' '}
        {formatInstant(stalledSince, clientSettings)}. What was done stays. When it goes on, each of the other
        lines is {status === 'applying' ? 'posted' : 'reversed'} once.
      </p>
      {mayPost ? (
        <Button onPress={() => void goOn()} isPending={isSending}>
          Let it go on
        </Button>
      ) : null}
    </Alert>
  )
}
