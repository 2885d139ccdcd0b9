import * as z from 'zod/mini'

/** A one-time code as apps show it; people type the space in its middle too. */
export const sixDigits = z.string().check(
  z.overwrite(text => text.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Enter the six digits'),
)
