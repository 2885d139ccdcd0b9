/**
 * A grant's life (open-points 6): 1 recommended → 2 under review → 3 approved → 4 scheduled → 6 paid → 8 cleared;
 * exits 5 cancelled, 7 rejected or void before payment, 9 returned or voided after payment.
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
] as const
export type Transition = (typeof transitions)[number]

/** What a step does to the ledger; `release` ends a reserve if there is one. */
export type LedgerEffect = 'none' | 'reserve' | 'release' | 'commit' | 'void' | 'pay' | 'return'

type Rule = {
  from: readonly GrantStatus[]
  to: GrantStatus
  reviewState?: ReviewState
  effect: LedgerEffect
  /** Whether a reason must be given. */
  reason: boolean
}

/** From where each step leads where, and what it does to the ledger. */
export const lifeRules = {
  review: { from: [1, 2], to: 2, effect: 'none', reason: false },
  'ask-information': { from: [1, 2], to: 2, reviewState: 'information_needed', effect: 'none', reason: true },
  reserve: { from: [2], to: 2, effect: 'reserve', reason: false },
  approve: { from: [1, 2], to: 3, effect: 'commit', reason: false },
  schedule: { from: [3], to: 4, effect: 'none', reason: false },
  pay: { from: [3, 4], to: 6, effect: 'pay', reason: false },
  clear: { from: [6], to: 8, effect: 'none', reason: false },
  cancel: { from: [1, 2], to: 5, effect: 'release', reason: false },
  reject: { from: [1, 2], to: 7, effect: 'release', reason: true },
  void: { from: [3, 4], to: 7, effect: 'void', reason: true },
  return: { from: [6, 8], to: 9, effect: 'return', reason: true },
} as const satisfies Record<Transition, Rule>

export type Standing = { status: GrantStatus; reviewState: ReviewState | null }

/** Whether the amount is set aside from the available balance in this standing. */
export function isReserved({ status, reviewState }: Standing): boolean {
  return status <= 4 && reviewState !== 'waiting_for_funds'
}

/** Whether a grant that stands so may take this step. One that waits for funds is first reserved, or given up. */
export function mayTake(transition: Transition, standing: Standing): boolean {
  const rule: Rule = lifeRules[transition]
  if (!rule.from.includes(standing.status)) return false
  const waits = standing.reviewState === 'waiting_for_funds'
  if (transition === 'reserve') return waits
  return !waits || transition === 'cancel' || transition === 'reject'
}
