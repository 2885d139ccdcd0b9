import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { invariant } from '../../../domain/invariant.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { Evidence } from '../../charities/server/charity-standing.ts'
import type { GrantStatus, ReviewState, Transition } from '../domain/grant-life.ts'

/** Whoever acts: written into the step as they were called then. */
export type StepActor = { userId: string; name: string; onBehalfOf?: string }

export type Step = {
  grantId: string
  transition: Transition | 'recommend'
  from: GrantStatus | null
  to: GrantStatus
  reviewState: ReviewState | null
  actor: StepActor
  reason: string | null
  evidence: Evidence | null
  entryId: string | null
  at: Date
}

/**
 * Appends a step to a grant's history and answers its number. The grant's row is locked by the caller, so that the
 * numbers follow on.
 */
export async function recordStep(db: Kysely<DB>, step: Step): Promise<number> {
  const { rows } = await sql<{ step: number }>`
    insert into grant_step (grant_id, step, transition, from_status_code, to_status_code, review_state, actor_user_id,
      actor_name, on_behalf_of, at, reason, evidence, entry_id)
    select ${step.grantId}, coalesce(max(step), 0) + 1, ${step.transition}, ${step.from}, ${step.to},
      ${step.reviewState}, ${step.actor.userId}, ${step.actor.name}, ${step.actor.onBehalfOf ?? null}, ${step.at},
      ${step.reason}, ${step.evidence === null ? null : JSON.stringify(step.evidence)}::jsonb, ${step.entryId}
    from grant_step where grant_id = ${step.grantId}
    returning step`.execute(db)
  const recorded = rows[0]
  invariant(recorded, 'an aggregate over no rows is a row')
  return recorded.step
}
