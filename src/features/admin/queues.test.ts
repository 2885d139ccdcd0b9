import { expect, test } from 'vitest'
import { ageLabel, pendingLabel, queueOfStatus } from './queues.ts'

test('open-points 7 a queue says how many wait and for how long', () => {
  expect(pendingLabel('to-approve', 27, 18)).toBe('27 grants wait for a decision, the oldest for 18 days.')
  expect(pendingLabel('to-pay', 2, 0)).toBe('2 grants wait for payment, the oldest since today.')
  expect(pendingLabel('to-pay', 1, 1)).toBe('1 grant waits for payment, for 1 day.')
  expect(pendingLabel('to-approve', 0)).toBe('')
  expect(ageLabel(0)).toBe('Since today')
})

test('open-points 6 what is not approved stands in one queue, what is not paid in the other, the rest in none', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(queueOfStatus)).toEqual([
    'to-approve',
    'to-approve',
    'to-pay',
    'to-pay',
    null,
    null,
    null,
    null,
    null,
  ])
})
