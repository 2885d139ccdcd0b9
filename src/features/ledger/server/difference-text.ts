import { type Currency, toDecimal } from '../../../domain/money.ts'
import type { LedgerDifference } from './verify-ledger.queries.ts'

/** `month of 2026-03-01, section 1, spendable: stored 120.00 USD of 2 postings, posted 100.00 USD of 2 postings` */
export function differenceText(difference: LedgerDifference, currency: Currency): string {
  const { kind, starts_on, section, ledger } = difference
  const amount = (minor: bigint | null, postings: bigint | null) => {
    if (minor === null) return 'nothing'
    const money = `${toDecimal(minor)} ${currency}`
    return postings === null ? money : `${money} of ${postings} ${postings === 1n ? 'posting' : 'postings'}`
  }
  return [
    kind === 'balance' ? 'balance' : `${kind} of ${starts_on}, section ${section}`,
    `${ledger}: stored ${amount(difference.stored_minor, difference.stored_postings)}`,
    `posted ${amount(difference.posted_minor, difference.posted_postings)}`,
  ].join(', ')
}
