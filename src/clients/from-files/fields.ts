import { z } from 'zod'
import { maxStoredAmountMinor } from '../../domain/money.ts'

/** A line of text that people read. */
export const line = z.string().trim().min(1).max(200)

/** Some sentences. */
export const paragraph = z.string().trim().min(1).max(2_000)

/** JSON has no bigint, and no amount is so large that a number could not hold it exactly. */
export const amountMinor = z.int().min(0).max(Number(maxStoredAmountMinor)).transform(BigInt)

export const monthDay = z
  .string()
  .regex(
    /^((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))$/,
    'must be a month and a day such as 07-01, not February 29',
  )

/** A page on the web; `javascript:` and the like are none. */
export const webAddress = z
  .string()
  .max(500)
  .refine(text => URL.parse(text)?.protocol === 'https:', 'must begin with https://')

/** The name of an environment variable, which holds the secret itself. */
export const settingName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,79}$/, 'must be the name of an environment variable such as BANK_SECRET')
