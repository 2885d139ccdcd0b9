import type { Permission } from '../../contract/permissions.ts'
import type { Actor } from './actor.ts'

export const noAccess = 'You do not have access to this step.'

type Entered = {
  /** What the decision takes. */
  permission: Permission
  by: string
  /** The sentence for the person who entered it. */
  own: string
}

/** Why the actor may not decide about what someone entered, as a sentence; null if they may. Dual control takes two people (§14). */
export function decisionRefusal(
  { actions, userId }: Pick<Actor, 'actions' | 'userId'>,
  { permission, by, own }: Entered,
): string | null {
  if (!actions.has(permission)) return noAccess
  return by === userId ? own : null
}
