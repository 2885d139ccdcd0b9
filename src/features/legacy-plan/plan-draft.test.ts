import { expect, test } from 'vitest'
import { readPercentage, typedPercentage } from './domain/percentage.ts'

test.each([
  ['25', 2_500],
  ['25%', 2_500],
  [' 33.33 % ', 3_333],
  ['0.5', 50],
  ['100', 10_000],
  ['12.', 1_200],
])('reads the percentage %s', (typed, hundredths) => {
  expect(readPercentage(typed)).toBe(hundredths)
})

test.each(['', '0', '0.00', '100.01', '33.333', '1e1', '-5', '٣', '12,5', 'a third'])(
  'reads no percentage in %s',
  typed => {
    expect(readPercentage(typed)).toBeNull()
  },
)

test('a percentage is unchanged after it was formatted and read again', () => {
  for (const hundredths of [1, 50, 3_333, 1_250, 10_000])
    expect(readPercentage(typedPercentage(hundredths))).toBe(hundredths)
})
