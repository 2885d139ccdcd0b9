import type { Actor } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import { ownProposal } from '../domain/default-grant-rules.ts'
import type { DefaultGrantRow } from './inactive-funds.queries.ts'

/** Why the actor may not confirm a proposal, as a sentence; null if they may. */
export const confirmationRefusal = (
  { proposed_by: by }: Pick<DefaultGrantRow, 'proposed_by'>,
  actor: Pick<Actor, 'actions' | 'userId'>,
): string | null => decisionRefusal(actor, { permission: 'ESTATE_MANAGE', by, own: ownProposal })
