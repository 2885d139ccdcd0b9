import { maxFundIdDigits, minFundIdDigits } from '../../../domain/fund-id.ts'

/** The fund IDs that begin with certain digits and have the same length: from the first to the last. */
export type FundIdRange = { from: number; to: number }

/** The most runs of digits that a search looks for. */
const maxTerms = 10

/** The terms of a search for fund IDs: each run of digits in the keywords, as the ranges of the IDs that begin with it (§5). */
export function fundIdRanges(keywords: string): FundIdRange[] {
  const runs = [...new Set(keywords.match(/\d+/g))].filter(
    run => run.length <= maxFundIdDigits && !run.startsWith('0'),
  )
  return runs.slice(0, maxTerms).flatMap(rangesOf)
}

function rangesOf(digits: string): FundIdRange[] {
  const ranges: FundIdRange[] = []
  for (let length = Math.max(minFundIdDigits, digits.length); length <= maxFundIdDigits; length++) {
    const unit = 10 ** (length - digits.length)
    ranges.push({ from: Number(digits) * unit, to: (Number(digits) + 1) * unit - 1 })
  }
  return ranges
}
