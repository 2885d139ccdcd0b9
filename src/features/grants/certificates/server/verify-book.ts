import type { Kysely } from 'kysely'
import { readRecordedHeads } from '../../../../server/audit/certificate-head.queries.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { certificateLine } from './certificate-lines.ts'
import { readCertificates } from './certificates.queries.ts'
import { type CertificatesReport, verifyCertificates } from './verify-certificates.ts'

/** Every certificate of a book as a line, in constant memory. */
export async function* linesOfBook(
  db: Kysely<DB>,
  onRow: (row: { number: bigint; digest: string }) => void = () => {},
): AsyncGenerator<string> {
  for (let after = 0n; ; ) {
    const rows = await readCertificates(db, String(after))
    if (rows.length === 0) return
    for (const row of rows) {
      onRow({ number: row.number, digest: row.digest.toString('hex') })
      yield certificateLine(row, { withInternal: true })
      after = row.number
    }
  }
}

/** Verifies the certificates of a book, and compares them with those that its realm's audit log names. */
export async function verifyBook(
  realmDb: Kysely<DB>,
  db: Kysely<DB>,
  book: string,
): Promise<CertificatesReport> {
  // Read first, because later ones name later certificates.
  const recorded = await recordedHeads(realmDb, book)
  const report = await verifyCertificates(
    linesOfBook(db, ({ number, digest }) => {
      if (recorded.get(number) === digest) recorded.delete(number)
    }),
  )
  if (report.finding !== null) return report
  const [other] = recorded.keys()
  if (other !== undefined)
    return { ...report, finding: `certificate ${other} is missing or another than the audit log has` }
  return report.isWhole || report.certificates === 0
    ? report
    : { ...report, finding: 'certificates are missing' }
}

async function recordedHeads(realmDb: Kysely<DB>, book: string): Promise<Map<bigint, string>> {
  const heads = new Map<bigint, string>()
  for (let after = 0n; ; ) {
    const events = await readRecordedHeads(realmDb, book, String(after))
    if (events.length === 0) return heads
    for (const { seq, number, digest } of events) {
      heads.set(BigInt(number), digest)
      after = seq
    }
  }
}
