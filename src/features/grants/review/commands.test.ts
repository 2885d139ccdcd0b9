import { expect, test } from 'vitest'
import { doneLabel, refusalsOf } from './commands.ts'

test('names each command that the state allows and this person may not give, and each reason once (§14)', () => {
  expect(refusalsOf({ approve: null, reject: null })).toEqual([])
  const own = 'You recommended this grant, so someone else has to approve and pay it.'
  expect(
    refusalsOf({ approve: own, ask: null, reject: own, hold: 'You do not have access to this step.' }),
  ).toEqual([
    { titles: 'Approve, Reject', reason: own },
    { titles: 'Hold', reason: 'You do not have access to this step.' },
  ])
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
