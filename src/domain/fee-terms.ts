/** The types of accounts that schedules name; `General` is the sponsor’s own fund of a book. */
export const fundTypes = ['Individual', 'Joint', 'Organization', 'General'] as const
export type FundType = (typeof fundTypes)[number]

/** On what terms a fee is charged. */
export type FeeTerms = {
  /** `2026-10-01` */
  from: string
  every: 'month' | 'quarter'
  /** In arrears a period pays by its own balances; in advance by those of the period before. */
  charged: 'in-arrears' | 'in-advance'
  excludedAssets: 'included' | 'left-out'
  /** The least that a fund with a balance pays in a year; a part of a year pays its part. */
  minimumPerYearMinor: bigint
  /** Marginal: each rate is for the part of the average balance within its tier. The last tier has no upper end. */
  tiers: readonly FeeTier[]
}

/** `millionths`: of the balance, in a year: 6,000 is 0.6%. */
export type FeeTier = { upToMinor: bigint | null; millionths: number }
