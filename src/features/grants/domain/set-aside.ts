import type { ReviewState } from './review-states.ts'

/** What happened to the amount of a grant that ended before payment. One that waited for funds reserved nothing (§12). */
export function releasedSentence(
  { reviewState }: { reviewState: ReviewState | null },
  where: 'available' | 'available in your fund' | 'available in the fund',
): string {
  return reviewState === 'waiting_for_funds'
    ? 'Nothing had been set aside for it.'
    : `The amount is ${where} again.`
}
