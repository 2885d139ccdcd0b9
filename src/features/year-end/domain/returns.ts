import type { AccountingMethod, YearEndReturn } from '../../../domain/year-end.ts'

/** From which amount of a year on somebody is listed: grantees and contributors of a return, in minor units. */
export const listedFrom = {
  // Schedule I lists who received more than 5,000 dollars, Schedule B who gave 5,000 or more.
  'form-990': { granteeMinor: 5_000_01n, contributorMinor: 5_000_00n },
  // The note about grants names each institution; gifts are listed above 25,000.
  sorp: { granteeMinor: 1n, contributorMinor: 25_000_01n },
} as const satisfies Record<YearEndReturn, { granteeMinor: bigint; contributorMinor: bigint }>

export const accountingMethods = ['cash', 'accrual'] as const satisfies readonly AccountingMethod[]

export const methodTexts = {
  cash: 'Cash: grants count when they are paid',
  accrual: 'Accrual: grants count when they are approved',
} as const satisfies Record<AccountingMethod, string>

/** What is given besides money, as Schedule M divides it. */
export const noncashTypes = ['publicly-traded', 'closely-held', 'other'] as const
export type NoncashType = (typeof noncashTypes)[number]

/** `method`: how the amount is determined. */
export const noncashTexts = {
  'publicly-traded': {
    line: '9',
    text: 'Securities, publicly traded',
    method: 'Market value on the date of the gift',
  },
  'closely-held': {
    line: '10',
    text: 'Securities, closely held stock',
    method: 'Appraisal or last known value',
  },
  other: { line: '25', text: 'Other property', method: 'Appraisal or last known value' },
} as const satisfies Record<NoncashType, { line: string; text: string; method: string }>

/** Whole hundredths of a percent, half away from zero; null where nothing was there to distribute. */
export function distributionRate(grantsMinor: bigint, openingMinor: bigint): number | null {
  if (openingMinor <= 0n) return null
  // Charities may return more in a year than was paid in it.
  const [sign, absoluteMinor] = grantsMinor < 0n ? [-1, -grantsMinor] : [1, grantsMinor]
  return sign * Number((absoluteMinor * 20_000n + openingMinor) / (openingMinor * 2n))
}
