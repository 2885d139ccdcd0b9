import { expect, test } from 'vitest'
import { ageLabel, pendingLabel, queueOfStatus } from './queues.ts'

test('says how many grants are waiting, and for how long (§17)', () => {
  expect(pendingLabel('to-approve', 27, 18)).toBe(
    '27 grants are waiting for a decision, the oldest for 18 days.',
  )
  expect(pendingLabel('to-pay', 2, 0)).toBe('2 grants are waiting for payment, the oldest since today.')
  expect(pendingLabel('to-pay', 1, 1)).toBe('1 grant has been waiting for payment for 1 day.')
  expect(pendingLabel('to-approve', 0)).toBe('')
  expect(ageLabel(0)).toBe('Since today')
})

test('puts grants without approval in one queue, unpaid ones in the other, the rest in none (§13)', () => {
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
