import { keysOf } from '../../../domain/keys-of.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { ReviewState } from './review-states.ts'

/**
 * The statuses of a grant (§13): 1 recommended → 2 under review → 3 approved → 4 scheduled → 6 paid → 8 cleared.
 * A grant can end as 5 cancelled, 7 rejected or voided before payment, 9 returned or voided after payment.
 */
export const grantStatuses = {
  1: 'Recommended',
  2: 'Under review',
  3: 'Approved',
  4: 'Scheduled',
  5: 'Cancelled',
  6: 'Paid',
  7: 'Rejected',
  8: 'Received by the charity',
  9: 'Returned',
} as const
export type GrantStatus = keyof typeof grantStatuses

/** The codes by their names. */
export const statusCodes = {
  recommended: 1,
  underReview: 2,
  approved: 3,
  scheduled: 4,
  cancelled: 5,
  paid: 6,
  rejected: 7,
  cleared: 8,
  returned: 9,
} as const satisfies Record<string, GrantStatus>
const { recommended, underReview, approved, scheduled, cancelled, paid, rejected, cleared, returned } =
  statusCodes

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
export const outcomeCodes = keysOf(outcomes)

/** Left out of a charity's grant history (§9). */
export const statusesOutOfHistory: readonly GrantStatus[] = [cancelled, rejected]
/** Recommended, but not yet decided. */
export const undecidedStatuses: readonly GrantStatus[] = [recommended, underReview]
/** Approved, but not yet paid. */
export const approvedStatuses: readonly GrantStatus[] = [approved, scheduled]
/** Recommended, but not yet paid. */
export const pendingStatuses: readonly GrantStatus[] = [...undecidedStatuses, ...approvedStatuses]
/** A grant can be put on hold until it is in a payment run. */
export const holdableStatuses: readonly GrantStatus[] = [...undecidedStatuses, approved]
/** Paid, and no money was returned. */
export const paidInFullStatuses: readonly GrantStatus[] = [paid, cleared]
/** Paid, also if money was returned later. */
export const paidStatuses: readonly GrantStatus[] = [...paidInFullStatuses, returned]
/** Ended before payment, or money was returned. */
export const endedStatuses: readonly GrantStatus[] = [...statusesOutOfHistory, returned]

/** The queues of the sponsor's staff (§17) with the statuses of their grants. */
export const queueNames = ['to-approve', 'to-pay'] as const
export type QueueName = (typeof queueNames)[number]
export const queueStatuses: Readonly<Record<QueueName, readonly GrantStatus[]>> = {
  'to-approve': undecidedStatuses,
  'to-pay': approvedStatuses,
}

/** Whether a status code of a response is one of these. */
export const isOneOf = (statuses: readonly GrantStatus[], statusCode: number): boolean =>
  statuses.some(status => status === statusCode)

export const transitions = [
  'ask-information',
  'answer',
  'reserve',
  'approve',
  'schedule',
  'unschedule',
  'pay',
  'reject-payment',
  'clear',
  'cancel',
  'reject',
  'reopen',
  'void',
  'return',
  'void-payment',
] as const
export type Transition = (typeof transitions)[number]

/** The steps that are recorded: also the first, and that a return was taken back, which leads to what the grant was before. */
export const recordedSteps = ['recommend', ...transitions, 'reverse-return'] as const
export type RecordedStep = (typeof recordedSteps)[number]

/** What a step of a history can be: `review` was a transition once, and nothing takes it any more. */
export const stepKinds = ['review', ...recordedSteps] as const

/** The effect of a transition on the ledger; `release` ends a reserve if there is one, `reverse-commit` and `reverse-pay` reverse the entry of the approval or of the payment. */
export type LedgerEffect =
  | 'none'
  | 'reserve'
  | 'release'
  | 'commit'
  | 'reverse-commit'
  | 'void'
  | 'pay'
  | 'reverse-pay'
  | 'return'

export type Rule = {
  from: readonly GrantStatus[]
  to: GrantStatus
  reviewState: ReviewState | null
  /** `by-amount`: returned or partly returned, depending on the amount returned so far. */
  outcome: Outcome | 'by-amount' | null
  effect: LedgerEffect
  /** Whether the transition requires a text: a message to the donor, or the donor's answer. */
  message: boolean
  /** The funds in which the transition is allowed: money only leaves an active fund. */
  fund: 'active' | 'any'
}

const transition = (
  from: readonly GrantStatus[],
  to: GrantStatus,
  about: Pick<Rule, 'effect' | 'fund'> & Partial<Pick<Rule, 'reviewState' | 'outcome' | 'message'>>,
): Rule => ({ reviewState: null, outcome: null, message: false, ...about, from, to })

/** The state machine: from which statuses each transition starts, where it leads, and its effect on the ledger. */
const transitionRules: Readonly<Record<Transition, Rule>> = {
  'ask-information': transition(undecidedStatuses, underReview, {
    reviewState: 'information_needed',
    effect: 'none',
    message: true,
    fund: 'any',
  }),
  answer: transition([underReview], underReview, { effect: 'none', message: true, fund: 'any' }),
  reserve: transition([underReview], underReview, { effect: 'reserve', fund: 'active' }),
  approve: transition(undecidedStatuses, approved, { effect: 'commit', fund: 'active' }),
  schedule: transition(approvedStatuses, scheduled, { effect: 'none', fund: 'active' }),
  unschedule: transition([scheduled], approved, { effect: 'none', fund: 'any' }),
  // Money leaves an active fund only: the check before the file leaves. Payments that the bank already has are recorded regardless of the fund's status.
  pay: transition([scheduled], paid, { effect: 'pay', fund: 'any' }),
  // The bank refused our file: no money left, so the grant is as it was before its run, and nothing is credited to the donor.
  'reject-payment': transition([paid], approved, { effect: 'reverse-pay', fund: 'any' }),
  clear: transition([paid], cleared, { effect: 'none', fund: 'any' }),
  cancel: transition(undecidedStatuses, cancelled, { outcome: 'cancelled', effect: 'release', fund: 'any' }),
  reject: transition(undecidedStatuses, rejected, {
    outcome: 'rejected',
    effect: 'release',
    message: true,
    fund: 'any',
  }),
  // What the approval relied on has changed, so the grant needs another decision; its amount stays set aside.
  reopen: transition([approved], underReview, { effect: 'reverse-commit', fund: 'any' }),
  // A grant in a payment run is taken out of it first.
  void: transition([approved], rejected, { outcome: 'voided', effect: 'void', message: true, fund: 'any' }),
  return: transition(paidStatuses, returned, {
    outcome: 'by-amount',
    effect: 'return',
    message: true,
    fund: 'any',
  }),
  'void-payment': transition([paid], returned, {
    outcome: 'payment_voided',
    effect: 'return',
    message: true,
    fund: 'any',
  }),
}

export type GrantState = { status: GrantStatus; reviewState: ReviewState | null; outcome: Outcome | null }

/** The rule of a transition; undefined for an unknown one, which is refused. */
export function ruleFor(transition: string): Rule | undefined {
  // hasOwn, which narrows no type, has found the transition.
  return Object.hasOwn(transitionRules, transition) ? transitionRules[transition as Transition] : undefined
}

/** Whether the amount is set aside from the available balance in this state. */
export function isReserved({ status, reviewState }: GrantState): boolean {
  return pendingStatuses.includes(status) && reviewState !== 'waiting_for_funds'
}

/** Whether a grant in this state allows the transition. One that waits for funds can only be reserved, cancelled or rejected. */
export function canTransition(transition: Transition, { status, reviewState, outcome }: GrantState): boolean {
  const rule = ruleFor(transition)
  if (!rule?.from.includes(status)) return false
  // A grant that has ended allows a return only while the charity still has a part of it.
  if (outcome !== null && outcome !== 'partly_returned') return false
  const waits = reviewState === 'waiting_for_funds'
  if (transition === 'reserve') return waits
  if (transition === 'answer') return reviewState === 'information_needed'
  return !waits || transition === 'cancel' || transition === 'reject'
}

/** The state after a transition. `leftMinor`: the amount that the charity still has after a return. */
export function stateAfterTransition({ to, reviewState, outcome }: Rule, leftMinor: bigint): GrantState {
  const byAmount = leftMinor === 0n ? 'returned' : 'partly_returned'
  return { status: to, reviewState, outcome: outcome === 'by-amount' ? byAmount : outcome }
}

/** The state as people read it, in the client's spelling: `Under review, waiting for funds`, `Cancelled before payment`. */
export function grantStateLabel({ status, reviewState, outcome }: GrantState, locale: string): string {
  if (outcome !== null) return localEnglish(outcomes[outcome], locale)
  const state = localEnglish(grantStatuses[status], locale)
  return reviewState === null ? state : `${state}, ${reviewState.replaceAll('_', ' ')}`
}

/** Whether a grant was fully returned, so that it can be reissued. */
export const canBeReissued = (outcome: Outcome | null): boolean =>
  outcome === 'returned' || outcome === 'payment_voided'
