import type { Kysely } from 'kysely'
import { invariant } from '../../../domain/invariant.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statement } from '../../../server/db/statement.ts'
import type { Evidence } from '../../charities/server/charity-status.ts'
import type { GrantStatus, Outcome, ReviewState, Transition } from '../domain/grant-status.ts'

/**
 * The person who acts, under the name that they have then. `side`: for whom they stand here. The fund's own people are named to
 * donors, the sponsor's staff are not.
 */
export type StepActor = { userId: string; name: string; side: 'fund' | 'sponsor'; onBehalfOf?: string }

export type Step = {
  grantId: string
  transition: Transition | 'recommend'
  from: GrantStatus | null
  to: GrantStatus
  reviewState: ReviewState | null
  outcome: Outcome | null
  actor: StepActor
  /** For staff and auditors alone. */
  reason: string | null
  /** For the donor. */
  message: string | null
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
    outcome: string | null,
    actorUserId: string,
    actorName: string,
    actorSide: string,
    onBehalfOf: string | null,
    at: Date,
    reason: string | null,
    message: string | null,
    evidence: string | null,
    entryId: string | null,
  ]
>(`
  insert into grant_history_entry (grant_id, step, transition, from_status_code, to_status_code, review_state, outcome,
    actor_user_id, actor_name, actor_side, on_behalf_of, at, reason, message, evidence, entry_id)
  select $1::uuid, coalesce(max(step), 0) + 1, $2::text, $3::smallint, $4::smallint, $5::text, $6::text, $7::uuid,
    $8::text, $9::text, $10::uuid, $11::timestamptz, $12::text, $13::text, $14::jsonb, $15::uuid
  from grant_history_entry where grant_id = $1::uuid
  returning step`)

/**
 * Appends a step to a grant's history and answers its number. The grant's row is locked by the caller, so that the
 * numbers follow on.
 */
export async function recordHistoryEntry(db: Kysely<DB>, step: Step): Promise<number> {
  const { grantId, transition, from, to, reviewState, outcome, actor, at, reason, message } = step
  const { evidence, entryId } = step
  const [recorded] = await insertStep(
    db,
    grantId,
    transition,
    from,
    to,
    reviewState,
    outcome,
    actor.userId,
    actor.name,
    actor.side,
    actor.onBehalfOf ?? null,
    at,
    reason,
    message,
    evidence === null ? null : JSON.stringify(evidence),
    entryId,
  )
  invariant(recorded, 'an aggregate over no rows is a row')
  return recorded.step
}
