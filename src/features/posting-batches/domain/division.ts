import type { BatchKind } from './posting-batch.ts'

/** By what one total is divided. */
export const divisionKeys = ['average-balance', 'balance', 'equal'] as const
export type DivisionKey = (typeof divisionKeys)[number]

export const divisionKeyLabels = {
  'average-balance': 'Average daily balance',
  balance: 'Balance of one day',
  equal: 'Equal parts',
} as const satisfies Record<DivisionKey, string>

/** What can be divided; excluded assets are a fund’s own. */
export const dividedKinds = [
  'gain',
  'loss',
  'income',
  'administrative_fee',
  'investment_fee',
  'other',
] as const satisfies readonly BatchKind[]

export type Share = { fundId: number; weight: bigint }

/**
 * Divides an amount by weights: each share is rounded down, then one unit each goes to the largest remainders, the lower account ID first
 * where they are equal. A negative weight counts as none. Null if no weight is above zero.
 */
export function divideByWeights<S extends Share>(
  totalMinor: bigint,
  shares: readonly S[],
): (S & { amountMinor: bigint })[] | null {
  const weightOf = ({ weight }: Share) => (weight > 0n ? weight : 0n)
  const sum = shares.reduce((total, share) => total + weightOf(share), 0n)
  if (sum === 0n) return null
  const parts = shares.map(share => {
    const product = totalMinor * weightOf(share)
    return { share, amountMinor: product / sum, remainder: product % sum }
  })
  const rest = totalMinor - parts.reduce((total, { amountMinor }) => total + amountMinor, 0n)
  const getsOne = new Set(
    parts
      .toSorted((one, other) =>
        one.remainder === other.remainder
          ? one.share.fundId - other.share.fundId
          : one.remainder > other.remainder
            ? -1
            : 1,
      )
      .slice(0, Number(rest)),
  )
  return parts.map(part => ({
    ...part.share,
    amountMinor: part.amountMinor + (getsOne.has(part) ? 1n : 0n),
  }))
}
