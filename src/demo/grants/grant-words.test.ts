import { expect, test } from 'vitest'
import { purposeObjection } from '../../features/grants/domain/purpose.ts'
import { namedProgrammes, otherPurposes } from './grant-words.ts'

test.each([...namedProgrammes, ...otherPurposes])('open-points 6 "%s" may be paid', purpose => {
  expect(purposeObjection(purpose)).toBeNull()
})
