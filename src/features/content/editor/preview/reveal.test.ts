import { expect, test } from 'vitest'
import { termsToFind } from './reveal.ts'

test.each([
  ['## When\n\nMost grants are **paid** soon.', 'Most grants are'],
  ['{displayName} sponsors the funds shown here.', 'sponsors the funds shown here.'],
  ['Call {phone} today', 'Call'],
  ['- one\n- two', 'one'],
  ['', ''],
])('from %j searches for %j', (body, words) => {
  expect(termsToFind({ kind: 'block', title: '', body })).toBe(words)
})
