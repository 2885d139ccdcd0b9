import type { Context } from './bank-details.ts'
import { type Decision, decideBankDetails } from './decide-bank-details.ts'

/** Declines details that wait; the person who entered them may withdraw them in this way. Throws `conflict`, `not-found`. */
export const declineBankDetails = (input: Decision, context: Context) =>
  decideBankDetails(input, context, 'declined')
