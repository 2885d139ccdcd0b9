import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { PaymentContext } from './payment-context.ts'
import { findOwnGrant, findOwnPayeeChange } from './runs.queries.ts'

/**
 * Why dual control (§14) keeps the caller from approving a run, which pays its grants, as a sentence; null if it does not: they recommended
 * one of them, approved one from the client's threshold on, or entered a change of a payee since its grant was approved.
 */
export async function ownGrantViolation(
  db: Kysely<DB>,
  runId: string,
  { actor, client }: Pick<PaymentContext, 'actor' | 'client'>,
): Promise<string | null> {
  const { dualControlFromMinor } = client
  const own = await findOwnGrant(db, runId, { userId: actor.userId, dualControlFromMinor })
  if (!own) return await ownPayeeViolation(db, runId, actor.userId)
  return own.is_recommended
    ? `You recommended grant ${own.transaction_id}, so someone else has to approve this run.`
    : `You approved grant ${own.transaction_id}. Because of its amount, someone else has to approve this run, or take the grant out.`
}

async function ownPayeeViolation(db: Kysely<DB>, runId: string, userId: string): Promise<string | null> {
  const own = await findOwnPayeeChange(db, runId, userId)
  return own
    ? `You entered a change of the payee of grant ${own.transaction_id}, so someone else has to approve this run, or take the grant out.`
    : null
}
