import * as z from 'zod/mini'
import { hasLetterOrNumber, requiredName } from '../../../contract/required-text.ts'

export const maxAccountNameLength = 120

/** The name of a fund as people enter it (§2.9, §5). */
export const accountName = requiredName(
  maxAccountNameLength,
  'Enter an account name',
  `Use a name of ${maxAccountNameLength} characters or fewer`,
).check(
  // Names made of hidden characters alone would look empty in every list.
  hasLetterOrNumber,
  z.regex(/^[^\u200b\u2060\ufeff\u00ad]*$/u, 'Remove the hidden characters'),
)
