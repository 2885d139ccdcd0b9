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
  const grant = {
    amountMinor: 500_00n,
    returnedMinor: 0n,
    currency: 'USD',
    charityName: 'OAK HOUSE',
  } as const
  const after = { isWaiting: false, returnedMinor: 0n }
  expect(doneLabel('reject', { ...grant, reviewState: null }, 'en-US', after)).toBe(
    'The grant of $500.00 to Oak House was rejected, and we’ve told the donor why. The amount is available in the fund again.',
  )
  expect(doneLabel('reject', { ...grant, reviewState: 'waiting_for_funds' }, 'en-US', after)).toMatch(
    /Nothing had been set aside for it\.$/,
  )
})

test('says of a return how much of the grant came back, and of the whole grant that it did', () => {
  const grant = {
    amountMinor: 500_00n,
    currency: 'USD',
    charityName: 'OAK HOUSE',
    reviewState: null,
  } as const
  const returned = (beforeMinor: bigint, returnedMinor: bigint) =>
    doneLabel('return', { ...grant, returnedMinor: beforeMinor }, 'en-US', {
      isWaiting: false,
      returnedMinor,
    })
  expect(returned(0n, 120_00n)).toMatch(
    /^\$120\.00 of the grant of \$500\.00 to Oak House is recorded as returned\./,
  )
  expect(returned(120_00n, 500_00n)).toMatch(/^\$380\.00 of the grant of \$500\.00/)
  expect(returned(0n, 500_00n)).toMatch(/^The grant of \$500\.00/)
})
