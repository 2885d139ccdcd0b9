import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { insertVerification } from './audit.queries.ts'
import { type AuditLogOptions, type AuditLogReport, verifyAuditLog } from './verify-audit-log.ts'

/** Verifies a realm's audit log and records the result, which staff see on the audit screen. */
export async function verifyAndRecord(
  realmDb: Kysely<DB>,
  options: AuditLogOptions,
): Promise<AuditLogReport> {
  const report = await verifyAuditLog(realmDb, options)
  const { events, lastHash, finding } = report
  await insertVerification(realmDb, { at: options.now, events, last_hash: lastHash, finding })
  return report
}
