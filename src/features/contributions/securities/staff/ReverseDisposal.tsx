import { maxMessageLength, requiredReason } from '../../../../contract/required-text.ts'
import { call } from '../../../../web/api/call.ts'
import { EndContribution } from '../../staff/EndContribution.tsx'
import { type Disposal, reverseDisposal } from '../holdings.contract.ts'
import type { HoldingFormProps } from './holding-form.ts'

/** Asks a second person to reverse a sale or a release that was entered by mistake. */
export function ReverseDisposal({
  holding,
  disposal,
  onDone,
  onCancel,
}: HoldingFormProps & { disposal: Disposal }) {
  const { holdingId, fundId, description } = holding
  const { disposalId, kind } = disposal
  return (
    <EndContribution
      label={`Reverse a ${kind}`}
      heading={`Reverse the ${kind} of ${description}`}
      reason={{ schema: requiredReason, maxLength: maxMessageLength }}
      submitText="Ask for the reversal"
      save={async attributes =>
        await call(
          reverseDisposal,
          { params: { fundId, holdingId, disposalId }, body: { data: { type: 'command', attributes } } },
          { fundId },
        )
      }
      onSaved={() => onDone(`The reversal of the ${kind} waits for a second person on the page Requests.`)}
      onCancel={onCancel}
    >
      <p>Someone else has to confirm it. The units are then held again, at their gift value.</p>
    </EndContribution>
  )
}
