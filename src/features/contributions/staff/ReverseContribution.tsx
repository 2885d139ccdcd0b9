import { maxMessageLength, requiredReason } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import type { Contribution } from '../contributions.contract.ts'
import { reverseContribution } from '../corrections.contract.ts'
import { missingCategory } from '../domain/reversal.ts'
import { EndContribution } from './EndContribution.tsx'

type ReverseContributionProps = {
  contribution: Contribution
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Asks a second person to take back a contribution that was a mistake, misdirected or never accepted. */
export function ReverseContribution({ contribution, onDone, onCancel }: ReverseContributionProps) {
  const { contributionId, transactionId, fundId, accountName } = contribution
  return (
    <EndContribution
      label="Reverse a contribution"
      heading={`Reverse contribution ${transactionId} to ${accountName}`}
      reason={{ schema: requiredReason, maxLength: maxMessageLength }}
      submitText="Ask for the reversal"
      hasCategory
      save={async ({ category, reason }) => {
        // The form has required it.
        if (category === null) throw new Error(missingCategory)
        const attributes = { category, reason }
        await call(
          reverseContribution,
          { params: { fundId, contributionId }, body: { data: { type: 'command', attributes } } },
          { fundId },
        )
      }}
      onSaved={() =>
        onDone(
          `The reversal of contribution ${transactionId} waits for a second person on the page Requests.`,
        )
      }
      onCancel={onCancel}
    >
      <p>
        Someone else has to confirm it. The amount then leaves the fund, and we e-mail its donors. If it
        belongs to another fund, move it there instead.
      </p>
    </EndContribution>
  )
}
