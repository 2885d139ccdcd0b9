import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type AuditLogFilter, type AuditLogReport, verifyAuditLog } from './verify-audit-log.ts'

/** Verifies a realm's trail and writes down what was found, for the staff's screen. */
export async function verifyAndRecord(
  realmDb: Kysely<DB>,
  question: AuditLogFilter,
): Promise<AuditLogReport> {
  const report = await verifyAuditLog(realmDb, question)
  const { events, headHash, finding } = report
  await realmDb
    .insertInto('audit_verification')
    .values({ at: question.now, events, last_hash: headHash, finding })
    .execute()
  return report
}
