/**
 * A grant's life (open-points 6): 1 recommended → 2 under review → 3 approved → 4 scheduled → 6 paid → 8 cleared;
 * exits 5 cancelled, 7 rejected or voided before payment, 9 returned or voided after payment.
 */
export const grantStatuses = {
  1: 'Recommended',
  2: 'Under review',
  3: 'Approved',
  4: 'Scheduled',
  5: 'Cancelled',
  6: 'Paid',
  7: 'Rejected',
  8: 'Cleared',
  9: 'Returned',
} as const
export type GrantStatus = keyof typeof grantStatuses

export const reviewStates = ['waiting_for_funds', 'information_needed'] as const
export type ReviewState = (typeof reviewStates)[number]

/** How a grant ended. Statuses 7 and 9 each have more than one meaning; the outcome says which. */
export const outcomes = {
  cancelled: 'Cancelled',
  rejected: 'Rejected',
  voided: 'Cancelled before payment',
  returned: 'Returned',
  partly_returned: 'Partly returned',
  payment_voided: 'Voided',
} as const
export type Outcome = keyof typeof outcomes
export const outcomeCodes = Object.keys(outcomes) as [Outcome, ...Outcome[]]

/** §9: left out of a charity's grant history. */
export const statusesOutOfHistory: readonly GrantStatus[] = [5, 7]

export const transitions = [
  'review',
  'ask-information',
  'reserve',
  'approve',
  'schedule',
  'pay',
  'clear',
  'cancel',
  'reject',
  'void',
  'return',
  'void-payment',
] as const
export type Transition = (typeof transitions)[number]

/** What a step does to the ledger; `release` ends a reserve if there is one. */
export type LedgerEffect = 'none' | 'reserve' | 'release' | 'commit' | 'void' | 'pay' | 'return'

export type Rule = {
  from: readonly GrantStatus[]
  to: GrantStatus
  reviewState: ReviewState | null
  /** `by-amount`: returned or partly returned, depending on what came back so far. */
  outcome: Outcome | 'by-amount' | null
  effect: LedgerEffect
  /** Whether the donor must be told why. */
  message: boolean
  /** In which funds the step may be taken: one that leads money out needs an active fund (open-points 4). */
  fund: 'active' | 'any'
}

const step = (
  from: readonly GrantStatus[],
  to: GrantStatus,
  about: Pick<Rule, 'effect' | 'fund'> & Partial<Pick<Rule, 'reviewState' | 'outcome' | 'message'>>,
): Rule => ({ reviewState: null, outcome: null, message: false, ...about, from, to })

/** From where each step leads where, and what it does to the ledger. */
export const transitionRules: Readonly<Record<Transition, Rule>> = {
  review: step([1, 2], 2, { effect: 'none', fund: 'any' }),
  'ask-information': step([1, 2], 2, {
    reviewState: 'information_needed',
    effect: 'none',
    message: true,
    fund: 'any',
  }),
  reserve: step([2], 2, { effect: 'reserve', fund: 'active' }),
  approve: step([1, 2], 3, { effect: 'commit', fund: 'active' }),
  schedule: step([3], 4, { effect: 'none', fund: 'active' }),
  pay: step([3, 4], 6, { effect: 'pay', fund: 'active' }),
  clear: step([6], 8, { effect: 'none', fund: 'any' }),
  cancel: step([1, 2], 5, { outcome: 'cancelled', effect: 'release', fund: 'any' }),
  reject: step([1, 2], 7, { outcome: 'rejected', effect: 'release', message: true, fund: 'any' }),
  void: step([3, 4], 7, { outcome: 'voided', effect: 'void', message: true, fund: 'any' }),
  return: step([6, 8, 9], 9, { outcome: 'by-amount', effect: 'return', message: true, fund: 'any' }),
  'void-payment': step([6], 9, { outcome: 'payment_voided', effect: 'return', message: true, fund: 'any' }),
}

export type GrantState = { status: GrantStatus; reviewState: ReviewState | null; outcome: Outcome | null }

/** The rule of a step, or undefined for one that the life does not know: nothing is allowed by default. */
export function ruleFor(transition: string): Rule | undefined {
  return Object.hasOwn(transitionRules, transition) ? transitionRules[transition as Transition] : undefined
}

/** Whether the amount is set aside from the available balance in this standing. */
export function isReserved({ status, reviewState }: GrantState): boolean {
  return status <= 4 && reviewState !== 'waiting_for_funds'
}

/** Whether a grant that stands so may take this step. One that waits for funds is first reserved, or given up. */
export function mayTake(transition: Transition, { status, reviewState, outcome }: GrantState): boolean {
  const rule = ruleFor(transition)
  if (!rule?.from.includes(status)) return false
  // Of those that ended, only a grant of which a part is still with the charity can come back further.
  if (outcome !== null && outcome !== 'partly_returned') return false
  const waits = reviewState === 'waiting_for_funds'
  if (transition === 'reserve') return waits
  return !waits || transition === 'cancel' || transition === 'reject'
}

/** Where a grant stands once it has taken this step. `leftMinor`: what is still with the charity after a return. */
export function standingAfter({ to, reviewState, outcome }: Rule, leftMinor: bigint): GrantState {
  const byAmount = leftMinor === 0n ? 'returned' : 'partly_returned'
  return { status: to, reviewState, outcome: outcome === 'by-amount' ? byAmount : outcome }
}

/** `Under review, waiting for funds`, `Cancelled before payment`: for people to read. */
export function standingInWords({ status, reviewState, outcome }: GrantState): string {
  if (outcome !== null) return outcomes[outcome]
  const state = grantStatuses[status]
  return reviewState === null ? state : `${state}, ${reviewState.replaceAll('_', ' ')}`
}
