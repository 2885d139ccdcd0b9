import type { Context } from './bank-details.ts'
import { type Decision, decideBankDetails } from './decide-bank-details.ts'

/**
 * Confirms details after a call; the former ones are replaced. Throws `access-denied` to the person who entered them, `conflict` where they no
 * longer wait, `not-found`.
 */
export const confirmBankDetails = (input: Decision, context: Context) =>
  decideBankDetails(input, context, 'confirmed')
