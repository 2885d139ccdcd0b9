import { expect, test } from 'vitest'
import { retryLater } from './retry-later.ts'

test.each([
  [1, 'a second'],
  [10, '10 seconds'],
  [30, '30 seconds'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [900, '15 minutes'],
])('says the wait of %i seconds, which Retry-After names too', (retryAfterS, wait) => {
  expect(retryLater('unavailable', 'The portal is busy.', retryAfterS)).toMatchObject({
    code: 'unavailable',
    detail: `The portal is busy. Please try again in ${wait}.`,
    retryAfterS,
  })
})
