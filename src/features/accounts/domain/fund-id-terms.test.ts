import { expect, test } from 'vitest'
import { fundIdRanges } from './fund-id-terms.ts'

test.each([
  ['', []],
  ['finch', []],
  ['204', ['204000-204999', '2040000-2049999', '20400000-20499999']],
  ['204318', ['204318-204318', '2043180-2043189', '20431800-20431899']],
  ['20431877', ['20431877-20431877']],
  // No fund ID begins with 0, and none has nine digits.
  ['0204', []],
  ['204318771', []],
  ['fund 20431877, or 20431877', ['20431877-20431877']],
  ['fund 20431877 or 30431877', ['20431877-20431877', '30431877-30431877']],
])('“%s” finds the fund IDs %j (§5)', (keywords, expected) => {
  expect(fundIdRanges(keywords).map(({ from, to }) => `${from}-${to}`)).toEqual(expected)
})

test('a search looks for at most ten runs of digits (§5)', () => {
  const runs = Array.from({ length: 30 }, (_, index) => 20_000_000 + index)
  expect(fundIdRanges(runs.join(' '))).toHaveLength(10)
})
