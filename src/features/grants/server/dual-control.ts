import type { Client } from '../../../clients/client.ts'
import type { Transition } from '../domain/grant-status.ts'

type Recommended = { recommended_by: string; on_behalf_of: string | null; amount_minor: bigint }
type Taken = { transition: string; actor_user_id: string }

/**
 * Why this person may not take this step, in words, or null where they may (open-points 3): nobody approves or pays a
 * grant that they recommended, in their own name or on behalf; from the client's threshold on the payer is not the approver.
 */
export function dualControlViolation(
  transition: Transition,
  actor: { userId: string },
  grant: Recommended,
  steps: readonly Taken[],
  client: Client,
): string | null {
  if (transition !== 'approve' && transition !== 'pay') return null
  if (actor.userId === grant.recommended_by || actor.userId === grant.on_behalf_of)
    return 'You recommended this grant, so somebody else approves and pays it.'
  const approver = steps.findLast(step => step.transition === 'approve')?.actor_user_id
  if (transition === 'pay' && grant.amount_minor >= client.dualControlFromMinor && approver === actor.userId)
    return 'You approved this grant. From this amount on, somebody else pays it.'
  return null
}
