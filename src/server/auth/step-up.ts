import type { Kysely } from 'kysely'
import { Problem } from '../../contract/problems.ts'
import type { Clock } from '../../domain/clock.ts'
import type { DB } from '../db/schema.ts'
import type { Actor } from './actor.ts'

/** How long a proof is good for further commands of its session (docs/decisions/0015-step-up.md). */
export const stepUpLastsMs = 5 * 60 * 1000

/**
 * Lets the caller on who has proved in this very session, at most five minutes ago, that it is them; throws
 * `step-up-needed` for anybody else. For commands alone: who is asking is read from the database for each of them,
 * while a read may be answered from memory, which does not hear of proofs.
 *
 *     if (amountMinor >= client.stepUpFromMinor) requireStepUp(context)
 */
export function requireStepUp(asked: {
  actor: Pick<Actor, 'factorAt'>
  clock: Clock
  request: { method: string }
}): void {
  const { actor, clock, request } = asked
  if (request.method === 'GET') throw new Error('reads ask for no proof')
  if (!isVerifiedAt(actor.factorAt, clock.now())) throw new Problem('step-up-needed')
}

/** Notes that the person of this session has proved, now, that it is them. `realmDb` may be a transaction. */
export async function recordStepUp(realmDb: Kysely<DB>, sessionId: string, now: Date): Promise<void> {
  await realmDb
    .updateTable('session')
    .set({ factor_verified_at: now })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Both ways, so that a clock that was set back makes no proof last longer. */
function isVerifiedAt(factorAt: Date | null, now: Date): boolean {
  return factorAt !== null && Math.abs(now.getTime() - factorAt.getTime()) <= stepUpLastsMs
}
