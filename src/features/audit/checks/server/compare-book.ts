import type { Kysely } from 'kysely'
import { dayMs } from '../../../../domain/durations.ts'
import type { Currency } from '../../../../domain/money.ts'
import { toDecimal } from '../../../../domain/money.ts'
import { checkpointKey } from '../../../../server/audit/checkpoint-key.ts'
import { verifyAndRecord } from '../../../../server/audit/verify-and-record.ts'
import { verifyChanges } from '../../../../server/changes/verify-changes.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { checkFiles } from '../../../../server/files/check-files.ts'
import type { EncryptedFiles } from '../../../../server/files/encrypted-files.ts'
import { verifyBook } from '../../../grants/certificates/server/verify-book.ts'
import { grantStatuses } from '../../../grants/domain/grant-status.ts'
import { differenceText } from '../../../ledger/server/difference-text.ts'
import { nextFunds } from '../../../ledger/server/verify-ledger.queries.ts'
import { verifyLedger } from '../../../ledger/server/verify-ledger.ts'
import type { CheckPart } from '../domain/check-parts.ts'
import { nextRuns, paymentDifferences, pendingDifferences } from './compared-rows.queries.ts'
import { encryptedTablesOf } from './encrypted-tables.ts'

export type Compared = { rows: number; differences: { place: string; finding: string }[] }

export type CompareContext = {
  book: string
  realm: string
  currency: Currency
  db: Kysely<DB>
  realmDb: Kysely<DB>
  documentFiles: EncryptedFiles
  secret: string
  /** The folders with the checkpoints of all instances of the program. */
  checkpointFolders: readonly string[]
  /** Since when this program has run: nobody wrote a checkpoint before. */
  upSince: Date
  now: Date
  /** Aborts when the server stops. */
  signal: AbortSignal
}

const fundsAtOnce = 200
const runsAtOnce = 50
/** How many files of each table are read. */
const sampledFiles = 20

/** The comparisons of a nightly check. Each reads only, and may run beside the program. */
export const comparisons = {
  balances: async ({ db, currency }) => {
    const { postings, differences } = await verifyLedger(db)
    return {
      rows: Number(postings),
      differences: differences.map(each => ({
        place: `Account ${each.fund_id}`,
        finding: differenceText(each, currency),
      })),
    }
  },
  'pending-grants': async ({ db, currency, signal }) => {
    const compared: Compared = { rows: 0, differences: [] }
    for (let after: string | null = null; ; ) {
      signal.throwIfAborted()
      const next = await nextFunds(db, after, fundsAtOnce)
      if (!next) return compared
      for (const { fund_id, stored_minor, open_minor } of await pendingDifferences(
        db,
        after,
        next.last_account_id,
      ))
        compared.differences.push({
          place: `Account ${fund_id}`,
          finding: `${toDecimal(stored_minor)} ${currency} is set aside, and its open grants are ${toDecimal(open_minor)} ${currency}`,
        })
      compared.rows += Number(next.funds)
      after = next.last_account_id
    }
  },
  'payment-runs': async ({ db, currency, now, signal }) => {
    const compared: Compared = { rows: 0, differences: [] }
    const money = (minor: bigint | null) => (minor === null ? 'nothing' : `${toDecimal(minor)} ${currency}`)
    for (let after = 0; ; ) {
      const runs = await nextRuns(db, after, runsAtOnce)
      if (runs.length === 0) return compared
      for (const { run_id, run_number, payments } of runs) {
        signal.throwIfAborted()
        for (const each of await paymentDifferences(db, run_id, new Date(now.getTime() - dayMs)))
          compared.differences.push({
            place: `Payment run ${run_number}, grant ${each.transaction_id}`,
            finding: `paid ${money(each.paid_minor)}, granted ${money(each.granted_minor)}, posted ${money(each.posted_minor)}, status ${grantStatuses[each.status]}`,
          })
        compared.rows += payments
        after = run_number
      }
    }
  },
  'audit-log': async ({ realmDb, realm, secret, checkpointFolders, upSince, now }) => {
    const options = { realm, key: checkpointKey(secret, realm), folders: checkpointFolders, upSince, now }
    const { events, finding } = await verifyAndRecord(realmDb, options)
    return comparedOf(events, `Audit log of ${realm}`, finding)
  },
  'change-records': async ({ realmDb, db, book }) => {
    const { records, finding } = await verifyChanges(realmDb, db, book)
    return comparedOf(records, 'Records of changes', finding)
  },
  certificates: async ({ realmDb, db, book }) => {
    const { certificates, finding } = await verifyBook(realmDb, db, book)
    return comparedOf(BigInt(certificates), 'Certificates of grants', finding)
  },
  files: async ({ db, book, documentFiles, signal }) => {
    const compared: Compared = { rows: 0, differences: [] }
    for (const { label, ...rows } of encryptedTablesOf(book)) {
      signal.throwIfAborted()
      const { checked, failed } = await checkFiles({
        ...rows,
        db,
        files: documentFiles,
        sample: sampledFiles,
      })
      compared.rows += checked
      compared.differences.push(
        ...failed.map(({ rowId, problem }) => ({ place: `${label} ${rowId}`, finding: problem })),
      )
    }
    return compared
  },
} as const satisfies Record<CheckPart, (context: CompareContext) => Promise<Compared>>

const comparedOf = (rows: bigint, place: string, finding: string | null): Compared => ({
  rows: Number(rows),
  differences: finding === null ? [] : [{ place, finding }],
})
