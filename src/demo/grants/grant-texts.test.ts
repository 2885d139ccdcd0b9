import { expect, test } from 'vitest'
import { checkPurpose } from '../../features/grants/domain/purpose-check.ts'
import { namedPrograms, otherPurposes } from './grant-texts.ts'

test.each([...namedPrograms, ...otherPurposes])('accepts the purpose “%s” (§13)', purpose => {
  expect(checkPurpose('other', purpose)).toEqual({ kind: 'fine' })
})
