import { localEnglish } from '../../../domain/local-english.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { type Contribution, cancelContribution } from '../contributions.contract.ts'
import { cancelReason, maxCancelReasonLength } from '../domain/contribution.ts'
import { EndContribution } from './EndContribution.tsx'

type CancelContributionProps = {
  contribution: Contribution
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Cancels a contribution with a reason, and withdraws its document. */
export function CancelContribution({ contribution, onDone, onCancel }: CancelContributionProps) {
  const { contributionId, transactionId, fundId, accountName, document } = contribution
  return (
    <EndContribution
      label="Cancel a contribution"
      heading={`Cancel contribution ${transactionId} to ${accountName}`}
      reason={{ schema: cancelReason, maxLength: maxCancelReasonLength }}
      submitText="Cancel the contribution"
      save={async attributes =>
        await call(
          cancelContribution,
          { params: { fundId, contributionId }, body: { data: { type: 'command', attributes } } },
          { fundId },
        )
      }
      onSaved={() => {
        const cancelled = localEnglish('was cancelled', clientContext().clientSettings.locale)
        onDone(`Contribution ${transactionId} to ${accountName} ${cancelled}.`)
      }}
      onCancel={onCancel}
    >
      {document?.state === 'preparing' || document?.state === 'pending' ? (
        <p>We’ll withdraw its document and e-mail the donors that they don’t need to sign it.</p>
      ) : null}
    </EndContribution>
  )
}
