import { percentage } from './legacy-plan.ts'

/** A share as people type it: `33.33`, without the sign. */
export const typedPercentage = (hundredths: number): string => percentage(hundredths).replace('%', '')

/** `33.33` or `33.33%` in hundredths of a percent; null for anything else, and for 0 and more than 100. */
export function readPercentage(typed: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{0,2}))?\s*%?$/.exec(typed.trim())
  if (!found) return null
  const hundredths = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return hundredths >= 1 && hundredths <= 10_000 ? hundredths : null
}

export const missingPercentage = 'Enter a percentage such as 25 or 33.33'
