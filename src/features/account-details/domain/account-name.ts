import * as z from 'zod/mini'
import { oneLine } from '../../../contract/wire.ts'

export const maxAccountNameLength = 120

/** The name of a fund as people enter it (§2.9, §5): stored in one Unicode form and with single spaces, so that searches find it. */
export const accountName = oneLine(
  maxAccountNameLength,
  `Use a name of ${maxAccountNameLength} characters or fewer`,
).check(
  z.overwrite(text => text.normalize('NFC').replaceAll(/\s+/gu, ' ')),
  z.minLength(1, 'Enter an account name'),
  // Names made of hidden characters alone would look empty in every list.
  z.regex(/^$|[\p{L}\p{N}]/u, 'Use a name with letters or numbers'),
  z.regex(/^[^\u200b\u2060\ufeff\u00ad]*$/u, 'Remove the hidden characters'),
)
