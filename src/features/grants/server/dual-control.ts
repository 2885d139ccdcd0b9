import type { Client } from '../../../clients/client.ts'
import type { Transition } from '../domain/grant-status.ts'

type GrantColumns = { recommended_by: string; on_behalf_of: string | null; amount_minor: bigint }
export type EarlierStep = { transition: string; actor_user_id: string | null }

/**
 * Why dual control (§14) refuses this transition to this person; null where they may take it. No one approves or pays a
 * grant that they recommended, in their own name or on behalf of someone. From the client's threshold on, the person who
 * approved a grant does not pay it. `client`: null where the approval of a payment run has asked that, by the threshold in force then.
 */
export function dualControlViolation(
  transition: Transition,
  actor: { userId: string },
  grant: GrantColumns,
  history: readonly EarlierStep[],
  client: Pick<Client, 'dualControlFromMinor'> | null,
): string | null {
  if (transition !== 'approve' && transition !== 'pay') return null
  if (actor.userId === grant.recommended_by || actor.userId === grant.on_behalf_of)
    return 'You recommended this grant, so someone else has to approve and pay it.'
  if (transition !== 'pay' || client === null) return null
  const approver = history.findLast(step => step.transition === 'approve')?.actor_user_id
  if (grant.amount_minor >= client.dualControlFromMinor && approver === actor.userId)
    return 'You approved this grant. For this amount, someone else has to pay it.'
  return null
}
