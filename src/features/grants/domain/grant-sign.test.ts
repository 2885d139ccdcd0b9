import { expect, test } from 'vitest'
import { grantSign } from './grant-sign.ts'
import { type GrantStatus, grantStateLabel, grantStatuses, outcomeCodes } from './grant-status.ts'
import { reviewStates } from './review-states.ts'

test.each(['en-US', 'en-GB'])('each status of a grant has a sign in %s', locale => {
  for (const code of Object.keys(grantStatuses)) {
    const status = Number(code) as GrantStatus
    for (const outcome of [null, ...outcomeCodes])
      for (const reviewState of [null, ...reviewStates])
        expect(grantSign(grantStateLabel({ status, reviewState, outcome }, locale))).not.toBeNull()
  }
})

test.each([
  ['Recommended', 'in-progress'],
  ['Under review, information needed', 'waiting'],
  ['Under review, waiting for funds', 'waiting'],
  ['Received by the charity', 'done'],
  ['Cancelled before payment', 'ended'],
  ['Partly returned', 'refused'],
  ['Schedule, active', 'in-progress'],
  ['Schedule, stopped', 'ended'],
  ['Something else', null],
])('%s has the sign %s', (label, sign) => {
  expect(grantSign(label)).toBe(sign)
})
