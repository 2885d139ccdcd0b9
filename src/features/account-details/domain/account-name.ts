import { hasLetterOrNumber, requiredName } from '../../../contract/required-text.ts'

export const maxAccountNameLength = 120

/** The name of a fund as people enter it (§2.9, §5). */
export const accountName = requiredName(
  maxAccountNameLength,
  'Enter an account name',
  `Use a name of ${maxAccountNameLength} characters or fewer`,
).check(hasLetterOrNumber)
