import { expect, test } from 'vitest'
import { byteRangeOf } from './byte-range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=10-', { start: 10, end: 100 }],
  ['bytes=10-500', { start: 10, end: 100 }],
  ['bytes=-5', { start: 95, end: 100 }],
  ['bytes=-500', { start: 0, end: 100 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['items=0-1', null],
  ['bytes=1e3-', null],
  [undefined, null],
] as const)('reads the header %j of a file of 100 bytes as %j', (header, range) => {
  expect(byteRangeOf(header, 100)).toEqual(range)
})
