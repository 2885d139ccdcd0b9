/** An amount and the threshold of its book, in the book's currency. */
export type Counted = { amountMinor: bigint; thresholdMinor: bigint }

/**
 * Whether amounts of a client's books reach the client's threshold. Amounts in two currencies cannot be added, so each book counts as a
 * share of its own threshold; `other` is null at a client with one book.
 */
export function reachesThreshold(own: Counted, other: Counted | null): boolean {
  if (own.amountMinor >= own.thresholdMinor) return true
  if (other === null) return false
  // sum / threshold + otherSum / otherThreshold >= 1, without fractions
  const shares = own.amountMinor * other.thresholdMinor + other.amountMinor * own.thresholdMinor
  return shares >= own.thresholdMinor * other.thresholdMinor
}
