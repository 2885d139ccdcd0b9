import { expect, test } from 'vitest'
import {
  canTransition,
  type GrantStatus,
  grantStateLabel,
  grantStatuses,
  isReserved,
  type Outcome,
  outcomeCodes,
  ruleFor,
  transitions,
} from './grant-status.ts'

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
    1: ['review', 'ask-information', 'approve', 'cancel', 'reject'],
    2: ['review', 'ask-information', 'approve', 'cancel', 'reject'],
    3: ['schedule', 'pay', 'void'],
    4: ['pay', 'void'],
    5: [],
    6: ['clear', 'return', 'void-payment'],
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

test('labels the outcome where a status has more than one meaning (§13)', () => {
  const label = (status: GrantStatus, outcome: Outcome | null) =>
    grantStateLabel({ status, reviewState: null, outcome })
  expect([label(7, 'rejected'), label(7, 'voided')]).toEqual(['Rejected', 'Cancelled before payment'])
  expect([label(9, 'returned'), label(9, 'partly_returned'), label(9, 'payment_voided')]).toEqual([
    'Returned',
    'Partly returned',
    'Voided',
  ])
})
