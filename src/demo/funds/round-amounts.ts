import { minorPerUnit } from '../../domain/money.ts'

/** Amounts below this many units are rounded to this step. */
const steps: readonly (readonly [belowUnits: bigint, stepUnits: bigint])[] = [
  [1_000n, 50n],
  [5_000n, 250n],
  [25_000n, 500n],
  [100_000n, 2_500n],
  [1_000_000n, 5_000n],
]
const largestStepUnits = 25_000n

/** Down to what a person would write: 12,345.67 becomes 12,000.00. Minor units. */
export function roundedDown(amountMinor: bigint): bigint {
  const units = amountMinor / minorPerUnit
  const stepUnits = steps.find(([below]) => units < below)?.[1] ?? largestStepUnits
  return (units - (units % stepUnits)) * minorPerUnit
}

/** A part of an amount in hundredths of a percent, cut at the minor unit; of a negative part, towards zero. */
export const partOf = (amountMinor: bigint, bps: number): bigint => (amountMinor * BigInt(bps)) / 10_000n
