import * as z from 'zod/mini'
import { requiredText } from '../../../contract/required-text.ts'
import { atMost } from '../../../contract/typed-text.ts'

export const maxUserIdLength = 200
export const enteredUserId = requiredText(maxUserIdLength, 'Enter your user ID')

/** Longer than any password that can be set. */
export const maxEnteredPasswordLength = 500
const password = (missing: string) =>
  z.string().check(z.minLength(1, missing), atMost(maxEnteredPasswordLength))
/** Passwords with their spaces, to be compared with the one that was set. */
export const enteredPassword = password('Enter your password')
export const currentPassword = password('Enter your current password')
