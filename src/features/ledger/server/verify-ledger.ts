import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { findDifferences, type LedgerDifference, nextFunds } from './verify-ledger.queries.ts'

export type LedgerReport = { funds: bigint; postings: bigint; differences: LedgerDifference[] }

/** So many funds at a time, so that each statement stays far below the connection's time limit. */
const fundsAtOnce = 200
const maxDifferences = 1000

/**
 * Compares the stored balances and subtotals of all funds of a book with the sums of their postings. It changes nothing and may
 * run beside the program. It stops after a thousand differences.
 */
export async function verifyLedger(db: Kysely<DB>): Promise<LedgerReport> {
  const report: LedgerReport = { funds: 0n, postings: 0n, differences: [] }
  let after: string | null = null
  while (report.differences.length < maxDifferences) {
    const next = await nextFunds(db, after, fundsAtOnce)
    if (!next) break
    report.differences.push(...(await findDifferences(db, after, next.last_account_id)))
    report.funds += next.funds
    report.postings += next.postings
    after = next.last_account_id
  }
  return report
}
