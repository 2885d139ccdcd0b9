import type { Kysely } from 'kysely'
import { Problem } from '../../contract/problems.ts'
import { type AuditEvent, recordAuditEvent } from '../audit/record-audit-event.ts'
import type { DB } from '../db/schema.ts'
import { countAttempt } from './rate-limit.ts'

/**
 * Records what anybody can bring about without end, at no cost and without having guessed at anything: the trail keeps each event for
 * ever, so one address is written down some thirty times and from then on as seldom as it would be let guess.
 */
export async function recordRateLimited(
  realmDb: Kysely<DB>,
  secret: string,
  event: AuditEvent,
): Promise<void> {
  try {
    await countAttempt(realmDb, secret, { address: `audit trail ${event.address}` }, event.at)
  } catch (error) {
    if (error instanceof Problem) return
    throw error
  }
  await recordAuditEvent(realmDb, event)
}
