/**
 * Divides an amount by weights to the penny: each gets its part rounded down, and what remains goes to the largest weight, the first of
 * several equal ones (§17).
 *
 * @param amountMinor minor units, not negative.
 * @param weights positive, such as hundredths of a percent.
 */
export function divide(amountMinor: bigint, weights: readonly number[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  const parts = weights.map(weight => (amountMinor * BigInt(weight)) / sum)
  const rest = amountMinor - parts.reduce((total, part) => total + part, 0n)
  const largest = weights.indexOf(Math.max(...weights))
  return parts.map((part, index) => (index === largest ? part + rest : part))
}

type ShareSoFar = {
  /** Hundredths of a percent. */
  shareHundredths: number
  /** The amount distributed to it, less returns; minor units. */
  paidMinor: bigint
}

/**
 * What each share is due now. Every share gets its part of all money that the fund ever had, including money that arrives later, such
 * as a released asset. A share above its part, because the fund lost value since it was paid, gets nothing and returns nothing.
 *
 * @returns amounts that add up to `availableMinor`; all zero where there is nothing.
 */
export function duesOf(availableMinor: bigint, shares: readonly ShareSoFar[]): bigint[] {
  const dues = shares.map(() => 0n)
  if (availableMinor <= 0n) return dues
  let included = shares.map((share, index) => ({ ...share, index }))
  for (;;) {
    const total = included.reduce((sum, { paidMinor }) => sum + paidMinor, availableMinor)
    const parts = divide(
      total,
      included.map(({ shareHundredths }) => shareHundredths),
    )
    const entitled = included.map((share, place) => ({
      ...share,
      dueMinor: (parts[place] ?? 0n) - share.paidMinor,
    }))
    const behind = entitled.filter(({ dueMinor }) => dueMinor >= 0n)
    if (behind.length === entitled.length) {
      for (const { index, dueMinor } of entitled) dues[index] = dueMinor
      return dues
    }
    included = behind
  }
}
