import { expect, test } from 'vitest'
import { type GrantStatus, grantStatuses, isReserved, mayTake, transitions } from './grant-life.ts'

const statuses = Object.keys(grantStatuses).map(Number) as GrantStatus[]

test('open-points 6 each state allows the steps of the life, and no others', () => {
  const allowed = Object.fromEntries(
    statuses.map(status => [
      status,
      transitions.filter(step => mayTake(step, { status, reviewState: null })),
    ]),
  )
  expect(allowed).toEqual({
    1: ['review', 'ask-information', 'approve', 'cancel', 'reject'],
    2: ['review', 'ask-information', 'approve', 'cancel', 'reject'],
    3: ['schedule', 'pay', 'void'],
    4: ['pay', 'void'],
    5: [],
    6: ['clear', 'return'],
    7: [],
    8: ['return'],
    9: [],
  })
})

test('open-points 6 a grant that waits for funds is neither reserved nor approved before the funds are there', () => {
  const waiting = { status: 2, reviewState: 'waiting_for_funds' } as const
  expect(transitions.filter(step => mayTake(step, waiting))).toEqual(['reserve', 'cancel', 'reject'])
  expect(isReserved(waiting)).toBe(false)
  expect(isReserved({ status: 2, reviewState: 'information_needed' })).toBe(true)
  expect(isReserved({ status: 6, reviewState: null })).toBe(false)
})
