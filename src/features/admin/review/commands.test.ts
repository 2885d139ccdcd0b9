import { expect, test } from 'vitest'
import { doneLabel, refusalsOf } from './commands.ts'

test('names each command that is not allowed, and each reason once (§14)', () => {
  expect(refusalsOf({ approve: null, reject: null, pay: 'This grant is recommended.' })).toEqual([
    { titles: 'Record payment', reason: 'This grant is recommended.' },
  ])
  expect(
    refusalsOf({ approve: 'This grant is paid.', reject: 'This grant is paid.', pay: 'This grant is paid.' }),
  ).toEqual([{ titles: 'Approve, Reject, Record payment', reason: 'This grant is paid.' }])
})

test('says of a rejected grant that waited for funds that nothing had been set aside (§12)', () => {
  const grant = { amountMinor: 500_00n, currency: 'USD', charityName: 'OAK HOUSE' } as const
  expect(doneLabel('reject', { ...grant, reviewState: null }, 'en-US')).toBe(
    'The grant of $500.00 to Oak House was rejected, and we’ve told the donor why. The amount is available in the fund again.',
  )
  expect(doneLabel('reject', { ...grant, reviewState: 'waiting_for_funds' }, 'en-US')).toMatch(
    /Nothing had been set aside for it\.$/,
  )
})
