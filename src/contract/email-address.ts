import * as z from 'zod/mini'
import { cleanCode } from '../domain/clean-text.ts'

export const maxEmailLength = 254
export const invalidEmailAddress = 'Enter an e-mail address, such as name@example.org'

export const unsupportedEmailAddress =
  'We can’t send mail to an address with accents or letters beyond A to Z yet. Enter another address.'

/** An address whose name or domain has letters that mail servers accept only with SMTPUTF8 (RFC 6531). */
const isInternational = (text: string) => /^[^\s@]+@[^\s@]+$/u.test(text) && /[^\0-\x7f]/u.test(text)

/** An e-mail address. It is stored as typed and compared without regard to case. */
export const emailAddress = z.string().check(
  z.overwrite(cleanCode),
  z.trim(),
  z.refine(text => !isInternational(text), { error: unsupportedEmailAddress, abort: true }),
  z.maxLength(maxEmailLength, `Use an address of ${maxEmailLength} characters or fewer`),
  z.email(invalidEmailAddress),
)
