import { expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import type { StatementBalances } from '../../payments/domain/statement-gap.ts'
import { balancesOfMonth } from './month-balances.ts'

const of = (opensOn: string, closedOn: string, opening: bigint | null, closing: bigint | null) =>
  ({
    opensOn: isoDate(opensOn),
    closedOn: isoDate(closedOn),
    openingMinor: opening,
    closingMinor: closing,
  }) satisfies StatementBalances

const march = isoDate('2026-03-01')
const amounts = (statements: StatementBalances[], booked = 0n) => {
  const { opening, closing } = balancesOfMonth(march, statements, () => booked)
  return [opening?.amountMinor ?? null, closing?.amountMinor ?? null, closing?.on ?? null]
}

test.each([
  [
    'days of one month',
    [of('2026-03-02', '2026-03-02', 1n, 2n), of('2026-03-31', '2026-03-31', 2n, 5n)],
    [1n, 5n, '2026-03-31'],
  ],
  [
    'the month before too',
    [of('2026-02-01', '2026-02-27', 0n, 7n), of('2026-03-02', '2026-03-31', 7n, 9n)],
    [7n, 9n, '2026-03-31'],
  ],
  ['an earlier end than the month', [of('2026-03-02', '2026-03-20', 1n, 2n)], [1n, 2n, '2026-03-20']],
  ['no balances', [of('2026-03-02', '2026-03-31', null, null)], [null, null, null]],
  ['other months alone', [of('2026-01-01', '2026-01-31', 1n, 2n)], [2n, null, null]],
  // The second is first in the list.
  [
    'two on the last day',
    [of('2026-03-31', '2026-03-31', 4n, 9n), of('2026-03-31', '2026-03-31', 1n, 4n)],
    [4n, 9n, '2026-03-31'],
  ],
])('takes the balances of a month from statements of %s', (_what, statements, expected) => {
  expect(amounts(statements)).toEqual(expected)
})

test('reads a statement that goes beyond the month back to its last day', () => {
  expect(amounts([of('2026-03-15', '2026-04-15', 1n, 9n)], 3n)).toEqual([1n, 6n, '2026-03-31'])
})
