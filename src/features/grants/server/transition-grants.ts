import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { stepStatusViolation } from '../domain/fund-status.ts'
import {
  canTransition,
  grantStateLabel,
  ruleFor,
  stateAfterTransition,
  type Transition,
} from '../domain/grant-status.ts'
import { onHoldSentence } from '../review/server/holds.ts'
import { updateGrants } from './grants.queries.ts'
import { insertSteps } from './history.queries.ts'
import type { ImportActor } from './record-history-entry.ts'
import { findStatesToMove, lockGrants, type StateToMove } from './transition-grants.queries.ts'
import { stoppedByHold } from './transition-rule.ts'

/** Transitions of many grants at once: they post nothing, write to nobody and ask nobody for a text. */
export type SetTransition = Extract<Transition, 'schedule' | 'unschedule'>

/**
 * Applies a transition to all of these grants, or to none: their states and one step in the history of each, with three statements
 * however many they are. It locks their funds and then the grants, as `lockGrants`. `by`: a person of the sponsor, or an import of the register.
 *
 * @throws Problem conflict where the state of a grant, its hold or its fund's status does not allow it, not-found for a grant that the
 * book does not have.
 */
export async function transitionGrants(
  trx: Kysely<DB>,
  grantIds: readonly string[],
  about: {
    transition: SetTransition
    by: { userId: string; name: string } | ImportActor
    reason: string | null
    at: Date
    locale: string
  },
): Promise<void> {
  const { transition, by, reason, at, locale } = about
  if (grantIds.length === 0) return
  const rule = ruleFor(transition)
  if (!rule) throw new Error(`no rule of the transition ${transition}`)
  await lockGrants(trx, grantIds)
  const grants = await findStatesToMove(trx, grantIds)
  if (grants.length !== new Set(grantIds).size) throw new Problem('not-found')
  for (const grant of grants) requireMovable(grant, transition, locale)
  // Nothing is returned, so the amount that the charity keeps decides nothing.
  const after = stateAfterTransition(rule, 0n)
  await updateGrants(trx, grantIds, {
    transaction_status_code: after.status,
    review_state: after.reviewState,
    outcome: after.outcome,
  })
  await insertSteps(
    trx,
    grants.map(({ grantId, status }) => ({
      grant_id: grantId,
      transition,
      from_status_code: status,
      to_status_code: after.status,
    })),
    { ...by, at, reason },
  )
}

function requireMovable(grant: StateToMove, transition: SetTransition, locale: string): void {
  if (!canTransition(transition, grant))
    throw new Problem('conflict', {
      detail: `A grant is in another state meanwhile: ${grantStateLabel(grant, locale).toLowerCase()}.`,
    })
  if (stoppedByHold.includes(transition) && grant.isOnHold)
    throw new Problem('conflict', { detail: onHoldSentence })
  const violation = stepStatusViolation(transition, grant)
  if (violation !== null) throw new Problem('conflict', { detail: violation })
}
