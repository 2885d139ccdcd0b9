import * as z from 'zod/mini'
import { clientContextSchema } from './client-context.contract.ts'
import { endpoint } from './endpoint.ts'
import { opening } from './session.contract.ts'
import { fundId } from './wire.ts'

/**
 * Sent with the X-Currency of the book to view and, for a certain account, its X-AccountId. It answers with all that the tab
 * needs there, so that a failure leaves it where it was (§4, §8).
 */
export const chooseCurrency = endpoint({
  method: 'POST',
  path: '/api/session/currency',
  summary: 'Makes the currency of X-Currency the session’s, and returns the account to view in it',
  access: 'signed-in',
  body: z.object({
    /** The account used last in this currency, if X-AccountId names none. */
    lastUsed: z.optional(fundId),
    /** Whether the next login starts in the currency that was chosen last; absent: as before. */
    rememberCurrency: z.optional(z.boolean()),
  }),
  reply: z.object({ opening, context: clientContextSchema }),
  silent: true,
})

export const setRememberCurrency = endpoint({
  method: 'POST',
  path: '/api/session/remember-currency',
  summary: 'Sets whether the next login starts in the currency that the person views now',
  access: 'signed-in',
  body: z.object({ rememberCurrency: z.boolean() }),
  reply: z.object({ rememberCurrency: z.boolean() }),
})
