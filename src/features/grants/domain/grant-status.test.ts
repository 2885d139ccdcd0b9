import { expect, test } from 'vitest'
import {
  approvedStatuses,
  canBeReissued,
  canTransition,
  endedStatuses,
  type GrantStatus,
  grantStateLabel,
  grantStatuses,
  holdableStatuses,
  isOneOf,
  isReserved,
  type Outcome,
  outcomeCodes,
  paidInFullStatuses,
  paidStatuses,
  pendingStatuses,
  queueStatuses,
  ruleFor,
  stateAfterTransition,
  statusesOutOfHistory,
  transitions,
  undecidedStatuses,
} from './grant-status.ts'
import { reviewStates } from './review-states.ts'

const statuses = Object.keys(grantStatuses).map(Number) as GrantStatus[]
const outcomes: Partial<Record<GrantStatus, Outcome>> = { 5: 'cancelled', 7: 'rejected', 9: 'returned' }

test('allows the transitions of each status and no others (§13)', () => {
  const allowed = Object.fromEntries(
    statuses.map(status => [
      status,
      transitions.filter(step =>
        canTransition(step, { status, reviewState: null, outcome: outcomes[status] ?? null }),
      ),
    ]),
  )
  expect(allowed).toEqual({
    1: ['ask-information', 'approve', 'cancel', 'reject'],
    2: ['ask-information', 'approve', 'cancel', 'reject'],
    3: ['schedule', 'reopen', 'void'],
    4: ['schedule', 'unschedule', 'pay'],
    5: [],
    6: ['reject-payment', 'clear', 'return', 'void-payment'],
    7: [],
    8: ['return'],
    9: [],
  })
})

test('allows another return only while the charity has a part of the grant (§13)', () => {
  const allowed = outcomeCodes.filter(outcome =>
    canTransition('return', { status: 9, reviewState: null, outcome }),
  )
  expect(allowed).toEqual(['partly_returned'])
})

test('neither reserves nor approves a grant that waits for funds (§13)', () => {
  const waiting = { status: 2, reviewState: 'waiting_for_funds', outcome: null } as const
  expect(transitions.filter(step => canTransition(step, waiting))).toEqual(['reserve', 'cancel', 'reject'])
  expect(isReserved(waiting)).toBe(false)
  expect(isReserved({ status: 2, reviewState: 'information_needed', outcome: null })).toBe(true)
  expect(isReserved({ status: 6, reviewState: null, outcome: null })).toBe(false)
})

test.each(['', 'settle', '__proto__', 'constructor', 'toString'])(
  'refuses the unknown transition "%s" in every status',
  step => {
    expect(ruleFor(step)).toBeUndefined()
    expect(
      statuses.some(status => canTransition(step as never, { status, reviewState: null, outcome: null })),
    ).toBe(false)
  },
)

test('gives each transition its result, its effect on the ledger and its conditions (§13)', () => {
  const rows = transitions.map(step => {
    const rule = ruleFor(step)
    if (!rule) throw new Error(`${step} has no rule`)
    const { to, reviewState, outcome, effect, message, fund } = rule
    return [step, to, reviewState, outcome, effect, message, fund]
  })
  expect(rows).toEqual([
    ['ask-information', 2, 'information_needed', null, 'none', true, 'any'],
    ['answer', 2, null, null, 'none', true, 'any'],
    ['reserve', 2, null, null, 'reserve', false, 'active'],
    ['approve', 3, null, null, 'commit', false, 'active'],
    ['schedule', 4, null, null, 'none', false, 'active'],
    ['unschedule', 3, null, null, 'none', false, 'any'],
    ['pay', 6, null, null, 'pay', false, 'any'],
    ['reject-payment', 3, null, null, 'reverse-pay', false, 'any'],
    ['clear', 8, null, null, 'none', false, 'any'],
    ['cancel', 5, null, 'cancelled', 'release', false, 'any'],
    ['reject', 7, null, 'rejected', 'release', true, 'any'],
    ['reopen', 2, null, null, 'reverse-commit', false, 'any'],
    ['void', 7, null, 'voided', 'void', true, 'any'],
    ['return', 9, null, 'by-amount', 'return', true, 'any'],
    ['void-payment', 9, null, 'payment_voided', 'return', true, 'any'],
  ])
})

test('ends a return as whole or partial by what the charity still has (§13)', () => {
  const after = (step: 'return' | 'reject' | 'ask-information', leftMinor: bigint) => {
    const rule = ruleFor(step)
    if (!rule) throw new Error(`${step} has no rule`)
    return stateAfterTransition(rule, leftMinor)
  }
  expect(after('return', 0n)).toEqual({ status: 9, reviewState: null, outcome: 'returned' })
  expect(after('return', 1n)).toEqual({ status: 9, reviewState: null, outcome: 'partly_returned' })
  expect(after('reject', 1n)).toEqual({ status: 7, reviewState: null, outcome: 'rejected' })
  expect(after('ask-information', 0n)).toEqual({
    status: 2,
    reviewState: 'information_needed',
    outcome: null,
  })
})

test('sets the amount aside from recommendation to scheduling (§13)', () => {
  const reserved = statuses.filter(status => isReserved({ status, reviewState: null, outcome: null }))
  expect(reserved).toEqual([1, 2, 3, 4])
  expect([pendingStatuses, paidStatuses, statusesOutOfHistory]).toEqual([
    [1, 2, 3, 4],
    [6, 8, 9],
    [5, 7],
  ])
})

test('labels each status and each state of its review (§13)', () => {
  expect(
    statuses.map(status => grantStateLabel({ status, reviewState: null, outcome: null }, 'en-GB')).join(', '),
  ).toBe(
    'Recommended, Under review, Approved, Scheduled, Cancelled, Paid, Rejected, Received by the charity, Returned',
  )
  expect(
    reviewStates.map(reviewState => grantStateLabel({ status: 2, reviewState, outcome: null }, 'en-GB')),
  ).toEqual(['Under review, waiting for funds', 'Under review, information needed'])
  const cancelled = { status: 5, reviewState: null, outcome: 'cancelled' } as const
  expect(['en-GB', 'en-US'].map(locale => grantStateLabel(cancelled, locale))).toEqual([
    'Cancelled',
    'Canceled',
  ])
})

test('labels the outcome where a status has more than one meaning (§13)', () => {
  const label = (status: GrantStatus, outcome: Outcome | null) =>
    grantStateLabel({ status, reviewState: null, outcome }, 'en-GB')
  expect([label(7, 'rejected'), label(7, 'voided')]).toEqual(['Rejected', 'Cancelled before payment'])
  expect([label(9, 'returned'), label(9, 'partly_returned'), label(9, 'payment_voided')]).toEqual([
    'Returned',
    'Partly returned',
    'Voided',
  ])
})

test('divides the statuses into those that wait, are paid and have ended (§13)', () => {
  expect([undecidedStatuses, approvedStatuses, holdableStatuses, paidInFullStatuses, endedStatuses]).toEqual([
    [1, 2],
    [3, 4],
    [1, 2, 3],
    [6, 8],
    [5, 7, 9],
  ])
  expect([...pendingStatuses, ...paidInFullStatuses, ...endedStatuses].toSorted()).toEqual(statuses)
  expect(statuses.filter(status => isOneOf(pendingStatuses, status))).toEqual([1, 2, 3, 4])
  expect(isOneOf(pendingStatuses, 10)).toBe(false)
})

test('accepts an answer only while information is needed (§13)', () => {
  const underReview = { status: 2 as const, outcome: null }
  expect(canTransition('answer', { ...underReview, reviewState: 'information_needed' })).toBe(true)
  expect(canTransition('answer', { ...underReview, reviewState: 'waiting_for_funds' })).toBe(false)
  expect(canTransition('answer', { ...underReview, reviewState: null })).toBe(false)
})

test('allows a grant to be reissued once all of its money is back', () => {
  expect(canBeReissued(null)).toBe(false)
  expect(outcomeCodes.filter(canBeReissued).toSorted()).toEqual(['payment_voided', 'returned'])
})

test('lists grants to approve and grants to pay in the queues of staff (§17)', () => {
  expect(queueStatuses).toEqual({ 'to-approve': [1, 2], 'to-pay': [3, 4] })
})
