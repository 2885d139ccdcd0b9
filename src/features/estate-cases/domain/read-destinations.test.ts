import { expect, test } from 'vitest'
import { readDestinations } from './read-destinations.ts'

test('reads charities by their numbers and funds by their account IDs', () => {
  expect(readDestinations('60% 12-3456789\n\n 30,5 %: fund 10000001 \n9.5% XX-ALM-100001')).toEqual([
    { shareHundredths: 6_000, charityId: 'US-EIN-123456789', toFundId: null },
    { shareHundredths: 3_050, charityId: null, toFundId: 10_000_001 },
    { shareHundredths: 950, charityId: 'XX-ALM-100001', toFundId: null },
  ])
  expect(readDestinations('100% SC012345')).toEqual([
    { shareHundredths: 10_000, charityId: 'GB-SC-SC012345', toFundId: null },
  ])
})

test.each([
  [''],
  ['60%'],
  ['the church'],
  ['60% the church'],
  ['60% 12-3456789\n40%'],
  ['60.555% 12-3456789'],
  ['1000% 12-3456789'],
])('refuses “%s”', text => {
  expect(readDestinations(text)).toBeNull()
})
