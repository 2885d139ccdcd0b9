import { minorPerUnit } from '../../domain/money.ts'

/** Amounts below `belowUnits` are rounded down to a multiple of `stepUnits`. */
const steps: readonly (readonly [belowUnits: bigint, stepUnits: bigint])[] = [
  [1_000n, 50n],
  [5_000n, 250n],
  [25_000n, 500n],
  [100_000n, 2_500n],
  [1_000_000n, 5_000n],
]
const maxStepUnits = 25_000n

/** Rounds down to an amount that a person would choose: 12,345.67 becomes 12,000.00. Minor units. */
export function roundedDown(amountMinor: bigint): bigint {
  const units = amountMinor / minorPerUnit
  const stepUnits = steps.find(([below]) => units < below)?.[1] ?? maxStepUnits
  return (units - (units % stepUnits)) * minorPerUnit
}

/** A share of an amount in basis points, truncated towards zero. Minor units. */
export const partOf = (amountMinor: bigint, bps: number): bigint => (amountMinor * BigInt(bps)) / 10_000n
