import * as z from 'zod/mini'

/** The secret of a mailed link: 32 bytes as base64url. It travels in the fragment and in bodies, so that no log sees it. */
export const linkTokenPattern = /^[A-Za-z0-9_-]{43}$/

export const linkToken = z
  .string()
  .check(z.regex(linkTokenPattern, 'This link is not complete. Open it again from our e-mail.'))
