import type { Kysely } from 'kysely'
import { type Actor, personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { PaymentContext } from './payment-context.ts'
import { insertRunEvent } from './runs.queries.ts'

type RunEventKind =
  | 'created'
  | 'checked'
  | 'removed'
  | 'approved'
  | 'withdrawn'
  | 'released'
  | 'reprinted'
  | 'sent'
  | 'rejected'
  | 'cancelled'

/** Who uses a command, and when. */
export type RunPerson = {
  actor: Pick<Actor, 'userId' | 'firstName' | 'lastName'>
  clock: PaymentContext['clock']
}

/** Records a command of the caller in the history of a run, in the transaction of the command. */
export async function recordRunEvent(
  trx: Kysely<DB>,
  context: RunPerson,
  runId: string,
  kind: RunEventKind,
  reason: string | null = null,
): Promise<void> {
  const { userId, name } = personOf(context.actor)
  await insertRunEvent(trx, {
    run_id: runId,
    kind,
    actor_user_id: userId,
    actor_name: name,
    at: context.clock.now(),
    reason,
  })
}
