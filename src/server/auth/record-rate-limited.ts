import type { Kysely } from 'kysely'
import { Problem } from '../../contract/problems.ts'
import { type AuditEvent, recordAuditEvent } from '../audit/record-audit-event.ts'
import type { DB } from '../db/schema.ts'
import { countAttempt } from './rate-limit.ts'

/**
 * Records an event that an anonymous caller can repeat without end. The audit log keeps every event, so one address is
 * recorded about thirty times and after that only as often as it might guess.
 */
export async function recordRateLimited(
  realmDb: Kysely<DB>,
  secret: string,
  event: AuditEvent,
): Promise<void> {
  try {
    await countAttempt(realmDb, secret, { address: `audit log ${event.address}` }, event.at)
  } catch (error) {
    if (error instanceof Problem) return
    throw error
  }
  await recordAuditEvent(realmDb, event)
}
