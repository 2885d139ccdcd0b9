import { expect, test } from 'vitest'
import { wordsToFind } from './reveal.ts'

test.each([
  ['## Heading\n\nMost grants are **paid** soon.', 'Most grants are'],
  ['Call {phone} today', 'Call'],
  ['- one\n- two', ''],
  ['', ''],
])('open-points 7 of %j the preview looks for %j', (body, words) => {
  expect(wordsToFind({ kind: 'block', title: '', body })).toBe(words)
})
