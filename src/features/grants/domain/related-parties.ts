export const relatedPartyOutcomes = ['no-benefit', 'benefit'] as const
export type RelatedPartyOutcome = (typeof relatedPartyOutcomes)[number]

export const relatedPartyOutcomeLabels = {
  'no-benefit': 'No one related to the fund benefits',
  benefit: 'Someone related to the fund benefits',
} as const satisfies Record<RelatedPartyOutcome, string>

type RelatedPartyCase = { outcome: RelatedPartyOutcome | null; decidedBy: string | null }

const openCase =
  'Someone noted that people of the fund may be related to the charity. Compliance has to decide first.'
const benefitCase =
  'Compliance decided that someone related to the fund benefits. Such a grant cannot be approved (sections 4958 and 4967).'
export const ownCase = 'You decided about its related parties, so someone else has to approve this grant.'

/** Where the program finds out only as it approves. */
export const relatedPartiesUncleared =
  'A case about related parties of this grant is open, or found a benefit. Compliance has to decide first.'

/** Why the latest case about a grant's related parties does not let this person approve it; null if it does. The database refuses it too. */
export function relatedPartiesViolation(latest: RelatedPartyCase | undefined, userId: string): string | null {
  if (!latest) return null
  if (latest.outcome === null) return openCase
  if (latest.outcome === 'benefit') return benefitCase
  return latest.decidedBy === userId ? ownCase : null
}
