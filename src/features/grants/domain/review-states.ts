/** What a grant under review waits for (§13); without one it waits for the sponsor. */
export const reviewStates = ['waiting_for_funds', 'information_needed'] as const
export type ReviewState = (typeof reviewStates)[number]
