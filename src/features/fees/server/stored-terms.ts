import * as z from 'zod/mini'
import { isoDate } from '../../../domain/dates.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'
import { type FeeTermsReply, feeTerms } from '../fees.contract.ts'

/** The terms as a run stores them. */
export const storedTerms = (terms: FeeTerms): string =>
  JSON.stringify(z.encode(feeTerms, termsResponse(terms)))

export const termsResponse = (terms: FeeTerms): FeeTermsReply => ({
  ...terms,
  from: isoDate(terms.from),
  tiers: terms.tiers.map(tier => ({ ...tier })),
})

/** Decoding validates what was encoded with the same schema. */
export const termsOf = ({ terms }: { terms: unknown }): FeeTerms => z.decode(feeTerms, terms as never)
