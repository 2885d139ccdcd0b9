import { expect, test } from 'vitest'
import { checkPurpose } from '../../features/grants/domain/purpose-check.ts'
import { namedProgrammes, otherPurposes } from './grant-texts.ts'

test.each([...namedProgrammes, ...otherPurposes])('open-points 6 "%s" may be paid', purpose => {
  expect(checkPurpose('other', purpose)).toEqual({ kind: 'fine' })
})
