import { Problem } from '../../contract/problems.ts'
import type { Clock } from '../../domain/clock.ts'
import { minuteMs } from '../../domain/durations.ts'
import type { Actor } from './actor.ts'

/** How long a step-up allows further commands of its session (docs/decisions/0015-step-up.md). */
export const stepUpLifetimeMs = 5 * minuteMs

/**
 * Throws `step-up-needed` unless the person confirmed their identity in this session at most five minutes ago. For commands
 * only: they load the principal from the database, while reads may use the cache, which is not notified of step-ups.
 *
 *     if (amountMinor >= client.stepUpFromMinor) requireStepUp(context)
 */
export function requireStepUp(context: {
  actor: Pick<Actor, 'factorVerifiedAt'>
  clock: Clock
  request: { method: string }
}): void {
  const { actor, clock, request } = context
  if (request.method === 'GET') throw new Error('a read cannot require a step-up')
  if (!isRecent(actor.factorVerifiedAt, clock.now())) throw new Problem('step-up-needed')
}

/** Uses the absolute difference, so that a clock set back does not extend a step-up. */
function isRecent(factorVerifiedAt: Date | null, now: Date): boolean {
  return factorVerifiedAt !== null && Math.abs(now.getTime() - factorVerifiedAt.getTime()) <= stepUpLifetimeMs
}
