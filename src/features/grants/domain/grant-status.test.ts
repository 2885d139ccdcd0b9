import { expect, test } from 'vitest'
import {
  type GrantStatus,
  grantStatuses,
  isReserved,
  mayTake,
  type Outcome,
  outcomeCodes,
  ruleFor,
  standingInWords,
  transitions,
} from './grant-status.ts'

const statuses = Object.keys(grantStatuses).map(Number) as GrantStatus[]
const endings: Partial<Record<GrantStatus, Outcome>> = { 5: 'cancelled', 7: 'rejected', 9: 'returned' }

test('open-points 6 each state allows the steps of the life, and no others', () => {
  const allowed = Object.fromEntries(
    statuses.map(status => [
      status,
      transitions.filter(step =>
        mayTake(step, { status, reviewState: null, outcome: endings[status] ?? null }),
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

test('allows another return only where a part is still with the charity (open-points 6)', () => {
  const allowed = outcomeCodes.filter(outcome => mayTake('return', { status: 9, reviewState: null, outcome }))
  expect(allowed).toEqual(['partly_returned'])
})

test('open-points 6 a grant that waits for funds is neither reserved nor approved before the funds are there', () => {
  const waiting = { status: 2, reviewState: 'waiting_for_funds', outcome: null } as const
  expect(transitions.filter(step => mayTake(step, waiting))).toEqual(['reserve', 'cancel', 'reject'])
  expect(isReserved(waiting)).toBe(false)
  expect(isReserved({ status: 2, reviewState: 'information_needed', outcome: null })).toBe(true)
  expect(isReserved({ status: 6, reviewState: null, outcome: null })).toBe(false)
})

test.each(['', 'settle', '__proto__', 'constructor', 'toString'])(
  'knows no rule for the step "%s" and allows it nowhere',
  step => {
    expect(ruleFor(step)).toBeUndefined()
    expect(
      statuses.some(status => mayTake(step as never, { status, reviewState: null, outcome: null })),
    ).toBe(false)
  },
)

test('says what happened where a status has more than one meaning (open-points 6)', () => {
  const words = (status: GrantStatus, outcome: Outcome | null) =>
    standingInWords({ status, reviewState: null, outcome })
  expect([words(7, 'rejected'), words(7, 'voided')]).toEqual(['Rejected', 'Cancelled before payment'])
  expect([words(9, 'returned'), words(9, 'partly_returned'), words(9, 'payment_voided')]).toEqual([
    'Returned',
    'Partly returned',
    'Voided',
  ])
})
