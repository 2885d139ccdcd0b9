export const relatedPartyOutcomes = ['no-benefit', 'benefit'] as const
export type RelatedPartyOutcome = (typeof relatedPartyOutcomes)[number]

export const relatedPartyOutcomeLabels = {
  'no-benefit': 'No one related to the fund benefits',
  benefit: 'Someone related to the fund benefits',
} as const satisfies Record<RelatedPartyOutcome, string>

type RelatedPartyCase = {
  outcome: RelatedPartyOutcome | null
  decidedBy: string | null
  /** What the program had found when it was noted. */
  hints: readonly string[]
}

export const hintNotNoted =
  'The charity may be connected with people of the fund. Note related parties first; Compliance then decides about them.'
const openCase =
  'Someone noted that people of the fund may be related to the charity. Compliance has to decide first.'
const benefitCase =
  'Compliance decided that someone related to the fund benefits. Such a grant cannot be approved (sections 4958 and 4967).'
export const ownCase = 'You decided about its related parties, so someone else has to approve this grant.'

/** Where the program finds out only as it approves. */
export const relatedPartiesUncleared =
  'A case about related parties of this grant is open, or found a benefit. Compliance has to decide first.'

/** Whether the program has a hint today that the latest case did not have when it was noted. */
export const hasNewHint = (latest: RelatedPartyCase | undefined, hints: readonly string[]): boolean =>
  hints.some(hint => !latest?.hints.includes(hint))

/**
 * Why the latest case about a grant's related parties, or a hint of today that it did not have, does not let this person approve it; null if they
 * do. The database refuses it too, but for the hints, which only the program finds.
 */
export function relatedPartiesViolation(
  latest: RelatedPartyCase | undefined,
  { hints, userId }: { hints: readonly string[]; userId: string },
): string | null {
  if (latest?.outcome === null) return openCase
  if (latest?.outcome === 'benefit') return benefitCase
  if (hasNewHint(latest, hints)) return hintNotNoted
  return latest?.decidedBy === userId ? ownCase : null
}
