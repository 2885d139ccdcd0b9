import { expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { type RecordedReturn, similarReturn, similarReturnQuestion } from './grant-return.ts'

const returned = (
  reference: string | null,
  amountMinor: bigint,
  on: string = '2026-05-31',
): RecordedReturn => ({
  ...{ reference, amountMinor, on: on as IsoDate },
})
const recorded = [returned('SVCR-777', 100_00n), returned(null, 50_00n, '2026-04-15')]

test.each([
  [
    'the same reference, whatever the amount and the day',
    returned('SVCR-777', 1n, '2027-01-01'),
    recorded[0],
  ],
  ['the same reference in other letters and with a space', returned('svcr- 777', 1n), recorded[0]],
  ['the same reference with a space for its hyphen', returned('SVCR 777', 1n), recorded[0]],
  ['the same reference with a dash for its hyphen', returned('SVCR–777', 1n), recorded[0]],
  ['the same reference without its hyphen', returned('SVCR777', 1n), recorded[0]],
  ['another reference and another amount', returned('SVCR-778', 1n), undefined],
  [
    'another reference and the same amount on the 30th day',
    returned('B', 100_00n, '2026-06-30'),
    recorded[0],
  ],
  ['another reference and the same amount on the 31st day', returned('B', 100_00n, '2026-07-01'), undefined],
  ['the same amount 30 days before', returned('B', 100_00n, '2026-05-01'), recorded[0]],
  ['no reference and the same amount', returned(null, 50_00n, '2026-04-20'), recorded[1]],
  ['no reference, although another has none', returned(null, 7n), undefined],
])('%s', (_what, about, expected) => {
  expect(similarReturn(recorded, about)).toEqual(expected)
})

test('the question names the amount, the day and the reference', () => {
  const about = { currency: 'USD', locale: 'en-US' } as const
  expect(similarReturnQuestion(returned('SVCR-777', 100_00n), about)).toBe(
    'A return of $100.00 on May 31, 2026, reference SVCR-777, is already recorded. Is this another one?',
  )
  expect(similarReturnQuestion(returned(null, 100_00n), about)).toBe(
    'A return of $100.00 on May 31, 2026 is already recorded. Is this another one?',
  )
})
