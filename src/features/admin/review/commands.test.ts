import { expect, test } from 'vitest'
import { refusalsOf } from './commands.ts'

test('open-points 3 a command that may not be taken is named with the reason, one reason once', () => {
  expect(refusalsOf({ approve: null, reject: null, pay: 'This grant is recommended.' })).toEqual([
    { titles: 'Record payment', reason: 'This grant is recommended.' },
  ])
  expect(
    refusalsOf({ approve: 'This grant is paid.', reject: 'This grant is paid.', pay: 'This grant is paid.' }),
  ).toEqual([{ titles: 'Approve, Reject, Record payment', reason: 'This grant is paid.' }])
})
