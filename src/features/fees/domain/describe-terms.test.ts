import { expect, test } from 'vitest'
import { formatMoney } from '../../../domain/money.ts'
import {
  basisText,
  frequencyText,
  percentText,
  readPercent,
  readRate,
  tierText,
  typedRate,
} from './describe-terms.ts'

test.each([
  ['12.5', 1_250],
  ['12,5 %', 1_250],
  ['100%', 10_000],
  [' 0.01 ', 1],
  ['0', null],
  ['0.001', null],
  ['100.01', null],
  ['-5', null],
  ['1e2', null],
  ['', null],
])('reads the part of a fee %j as %s', (typed, hundredths) => {
  expect(readPercent(typed)).toBe(hundredths)
})

test.each([
  ['0.6', 6_000],
  ['0,25 %', 2_500],
  ['100', 1_000_000],
  ['0', 0],
  ['0.0001', 1],
  ['0.00001', null],
  ['100.0001', null],
  ['-1', null],
  ['1e2', null],
  ['', null],
])('reads the rate %j as %s', (typed, millionths) => {
  expect(readRate(typed)).toBe(millionths)
  if (millionths !== null) expect(readRate(typedRate(millionths, 'en-US'))).toBe(millionths)
})

test('says terms in words', () => {
  const money = (amountMinor: bigint) => formatMoney(amountMinor, 'USD', 'en-US')
  expect(
    [
      { fromMinor: 0n, upToMinor: 500_000_00n },
      { fromMinor: 500_000_00n, upToMinor: 1_000_000_00n },
      { fromMinor: 1_000_000_00n, upToMinor: null },
      { fromMinor: 0n, upToMinor: null },
    ].map(tier => tierText(tier, money)),
  ).toEqual(['The first $500,000.00', 'The next $500,000.00', 'Above $1,000,000.00', 'The whole balance'])
  expect(frequencyText({ every: 'quarter', charged: 'in-advance' })).toBe('Each quarter, in advance')
  expect(basisText({ charged: 'in-advance', excludedAssets: 'included' })).toBe(
    'The average daily balance of the period before, with excluded assets',
  )
  expect(percentText(1_250, 'en-US')).toBe('12.5%')
})
