import type { Kysely } from 'kysely'
import { invariant } from '../../../domain/invariant.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statement } from '../../../server/db/statement.ts'
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

const insertStep = statement<
  { step: number },
  [
    grantId: string,
    transition: string,
    from: number | null,
    to: number,
    reviewState: string | null,
    actorUserId: string,
    actorName: string,
    onBehalfOf: string | null,
    at: Date,
    reason: string | null,
    evidence: string | null,
    entryId: string | null,
  ]
>(`
  insert into grant_step (grant_id, step, transition, from_status_code, to_status_code, review_state, actor_user_id,
    actor_name, on_behalf_of, at, reason, evidence, entry_id)
  select $1::uuid, coalesce(max(step), 0) + 1, $2::text, $3::smallint, $4::smallint, $5::text, $6::uuid, $7::text,
    $8::uuid, $9::timestamptz, $10::text, $11::jsonb, $12::uuid
  from grant_step where grant_id = $1::uuid
  returning step`)

/**
 * Appends a step to a grant's history and answers its number. The grant's row is locked by the caller, so that the
 * numbers follow on.
 */
export async function recordStep(db: Kysely<DB>, step: Step): Promise<number> {
  const { grantId, transition, from, to, reviewState, actor, at, reason, evidence, entryId } = step
  const [recorded] = await insertStep(
    db,
    grantId,
    transition,
    from,
    to,
    reviewState,
    actor.userId,
    actor.name,
    actor.onBehalfOf ?? null,
    at,
    reason,
    evidence === null ? null : JSON.stringify(evidence),
    entryId,
  )
  invariant(recorded, 'an aggregate over no rows is a row')
  return recorded.step
}
