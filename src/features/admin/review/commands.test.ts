import { expect, test } from 'vitest'
import { refusalsOf } from './commands.ts'

test('names each command that is not allowed, and each reason once (§14)', () => {
  expect(refusalsOf({ approve: null, reject: null, pay: 'This grant is recommended.' })).toEqual([
    { titles: 'Record payment', reason: 'This grant is recommended.' },
  ])
  expect(
    refusalsOf({ approve: 'This grant is paid.', reject: 'This grant is paid.', pay: 'This grant is paid.' }),
  ).toEqual([{ titles: 'Approve, Reject, Record payment', reason: 'This grant is paid.' }])
})
