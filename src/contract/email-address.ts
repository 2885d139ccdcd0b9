import * as z from 'zod/mini'

export const maxEmailLength = 254
export const invalidEmailAddress = 'Enter an e-mail address, such as name@example.org'

/** An e-mail address. It is stored as typed and compared without regard to case. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(maxEmailLength, `Use an address of ${maxEmailLength} characters or fewer`),
    z.email(invalidEmailAddress),
  )
