import { maxMessageLength, requiredReason } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { bounceContribution, type Contribution } from '../contributions.contract.ts'
import { EndContribution } from './EndContribution.tsx'

type BounceContributionProps = {
  contribution: Contribution
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Asks a second person to record that the bank did not pay a check. */
export function BounceContribution({ contribution, onDone, onCancel }: BounceContributionProps) {
  const { contributionId, transactionId, fundId, accountName } = contribution
  return (
    <EndContribution
      label={inClientEnglish('Record an unpaid cheque')}
      heading={`${inClientEnglish('The bank did not pay the cheque of contribution')} ${transactionId} to ${accountName}`}
      reason={{ schema: requiredReason, maxLength: maxMessageLength }}
      submitText="Ask to take it back"
      save={async attributes =>
        await call(
          bounceContribution,
          { params: { fundId, contributionId }, body: { data: { type: 'command', attributes } } },
          { fundId },
        )
      }
      onSaved={() =>
        onDone(
          `Contribution ${transactionId} is taken back once a second person confirms it on the page Requests.`,
        )
      }
      onCancel={onCancel}
    >
      <p>
        Someone else has to confirm it. The amount then leaves the fund, which may go below zero, and we
        e-mail its donors.
      </p>
    </EndContribution>
  )
}
