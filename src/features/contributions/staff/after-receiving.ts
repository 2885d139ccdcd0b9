import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import type { Contribution } from '../contributions.contract.ts'

/** What a form that receives a contribution does with the answer. `posted` says what happened, if no second person has to confirm it. */
export const afterReceiving = <Received extends { postingRequest: unknown }>(
  { transactionId, accountName }: Contribution,
  onDone: (sentence: string) => void,
  posted: (received: Received) => string,
) => ({
  onSaved: (received: Received) => {
    const happened =
      received.postingRequest === null
        ? posted(received)
        : 'was not posted yet. A second person has to confirm it on the page Requests.'
    onDone(`Contribution ${transactionId} to ${accountName} ${happened}`)
    void refreshAll()
  },
  onFailure: (failure: unknown) => {
    showSubmitFailure(failure)
    void refreshAll()
  },
})
