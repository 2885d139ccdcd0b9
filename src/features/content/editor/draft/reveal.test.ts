import { expect, test } from 'vitest'
import { searchTermOf } from './reveal.ts'

test.each([
  ['## When\n\nMost grants are **paid** soon.', 'Most grants are'],
  ['{displayName} sponsors the funds shown here.', 'sponsors the funds shown here.'],
  ['Call {phone} today', 'Call'],
  ['- one\n- two', 'one'],
  ['', ''],
])('from %j searches for %j', (body, term) => {
  expect(searchTermOf({ kind: 'block', title: '', body })).toBe(term)
})
