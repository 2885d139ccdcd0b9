import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { ImportActor } from '../../grants/server/record-history-entry.ts'
import { transitionGrants } from '../../grants/server/transition-grants.ts'
import { findOpenRunOf, removePayments } from './payments.queries.ts'
import { insertRunEvent, lockRun } from './runs.queries.ts'

/**
 * Takes a grant out of its payment run because of an import of the register, as long as nobody has approved the run. False where it is in
 * none, or the run has gone further: then people withdraw the approval, or the bank has the file.
 */
export async function takeOutOfOpenRun(
  trx: Kysely<DB>,
  grantId: string,
  { actor, reason, at, locale }: { actor: ImportActor; reason: string; at: Date; locale: string },
): Promise<boolean> {
  const found = await findOpenRunOf(trx, grantId)
  // The run may be approved until it is locked.
  if (!found || (await lockRun(trx, found.run_id))?.state !== 'created') return false
  const about = { paymentIds: [found.payment_id], name: actor.name, at, reason }
  const removed = await removePayments(trx, found.run_id, about)
  if (removed.length === 0) return false
  await transitionGrants(trx, removed, { transition: 'unschedule', by: actor, reason, at, locale })
  await insertRunEvent(trx, {
    ...{ run_id: found.run_id, kind: 'removed', actor_user_id: null, actor_name: actor.name, at, reason },
  })
  return true
}
