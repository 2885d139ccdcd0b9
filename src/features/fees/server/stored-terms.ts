import * as z from 'zod/mini'
import type { FeeTerms } from '../../../clients/fee-schedules.ts'
import { feeTerms } from '../fees.contract.ts'

/** The terms as a run stores them. */
export const storedTerms = (terms: FeeTerms): string =>
  JSON.stringify(z.encode(feeTerms, { ...terms, tiers: terms.tiers.map(tier => ({ ...tier })) }))

/** Decoding validates what was encoded with the same schema. */
export const termsOf = ({ terms }: { terms: unknown }): FeeTerms => z.decode(feeTerms, terms as never)
