import { Problem } from '../../../contract/problems.ts'
import { proposeCorrected } from '../../charities/server/bank-details.ts'
import type { PaymentContext } from './payment-context.ts'
import type { PlannedLine } from './plan-answer.ts'

/**
 * Enters the details of notices of change as proposals, which two people decide after a call: the bank's word alone moves no money. Where
 * other details of the charity wait already, those come first.
 */
export async function proposeChanges(
  planned: readonly PlannedLine[],
  context: PaymentContext,
): Promise<void> {
  for (const { effect, corrected, payment, sentence } of planned) {
    if (effect !== 'change' || corrected === null || payment === null) continue
    try {
      await proposeCorrected(
        { charityId: payment.charity_id, corrected, reason: `Notice of change from the bank: ${sentence}` },
        context,
      )
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
    }
  }
}
