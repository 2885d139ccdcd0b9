import type { Currency } from '../src/domain/money.ts'
import { differenceText } from '../src/features/ledger/server/difference-text.ts'
import type { LedgerReport } from '../src/features/ledger/server/verify-ledger.ts'

const count = new Intl.NumberFormat('en-US')
const maxLines = 20

/**
 * `npt: 120 funds, 45,123 postings, balances and subtotals agree`; or that they differ, with the first differences:
 * `  fund 1000004, month of 2026-03-01, section 1, spendable: stored 120.00 USD of 2 postings, posted 100.00 USD of 2 postings`.
 */
export function ledgerReportLines(
  { name, currency }: { name: string; currency: Currency },
  { funds, postings, differences }: LedgerReport,
): string[] {
  const size = `${count.format(funds)} ${funds === 1n ? 'fund' : 'funds'}, ${count.format(postings)} ${postings === 1n ? 'posting' : 'postings'}`
  if (differences.length === 0) return [`${name}: ${size}, balances and subtotals agree`]
  const rest = differences.length - maxLines
  return [
    `${name}: ${size}, DIFFERENT: ${differences.length} balances or subtotals do not agree with the postings`,
    ...differences
      .slice(0, maxLines)
      .map(difference => `  fund ${difference.fund_id}, ${differenceText(difference, currency)}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ]
}
