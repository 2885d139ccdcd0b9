/** A share of a whole in hundredths of a percent, for a picture; 0 for an empty or negative whole. */
export function hundredthsOf(part: bigint, whole: bigint): number {
  return whole <= 0n || part <= 0n ? 0 : Number((part * 10_000n) / whole)
}
