import type { Kysely } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import { invariant } from '../../../domain/invariant.ts'
import type { Side } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ChangeKind, RegisterFacts } from '../../charities/domain/register-change.ts'
import type { Evidence } from '../../charities/server/charity-status.ts'
import type { Advice } from '../domain/advice.ts'
import type { GrantStatus, Outcome, RecordedStep } from '../domain/grant-status.ts'
import type { ReviewState } from '../domain/review-states.ts'
import { insertHistories, insertHistoryEntry, type NewHistoryEntry } from './history.queries.ts'

/**
 * The person who acts, under their name at that time. `side`: whether they act for the fund or the sponsor. Donors see the
 * names of the fund's own people, but not those of the sponsor's staff. `advice`: the donor's advice that the staff follow.
 */
export type StepActor = { userId: string; name: string; side: Side; onBehalfOf?: string; advice?: Advice }

/** The comparison of an import of a register, which no person carries out. It returns grants to review and takes them out of a run. */
export type ImportActor = { userId: null; importId: bigint; name: string; side: 'sponsor' }

/** What an import changed, as the evidence of a step that it took. */
export type ImportEvidence = {
  registerChange: {
    changeId: string
    fileName: string
    fileDate: IsoDate
    kinds: readonly ChangeKind[]
  } & Record<'before' | 'after', RegisterFacts>
}

export type Step = {
  grantId: string
  transition: RecordedStep
  from: GrantStatus | null
  to: GrantStatus
  reviewState: ReviewState | null
  outcome: Outcome | null
  actor: StepActor | ImportActor
  /** Internal: for staff and auditors only. */
  reason: string | null
  /** Shown to the donor. */
  message: string | null
  evidence: Evidence | ImportEvidence | null
  entryId: string | null
  at: Date
}

/** Appends a step to a grant's history and returns its number. The caller holds the lock of the grant's row. */
export async function recordHistoryEntry(db: Kysely<DB>, step: Step): Promise<number> {
  const { grantId, transition, from, to, reviewState, outcome, actor, at, reason, message } = step
  const { evidence, entryId } = step
  const [recorded] = await insertHistoryEntry(
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
    onBehalfOf(actor),
    at,
    reason,
    message,
    evidence === null ? null : JSON.stringify(evidence),
    entryId,
    importOf(actor),
  )
  invariant(recorded, 'the statement returns a row')
  return recorded.step
}

const onBehalfOf = (actor: Step['actor']): string | null =>
  'onBehalfOf' in actor ? (actor.onBehalfOf ?? null) : null

const importOf = (actor: Step['actor']): bigint | null => ('importId' in actor ? actor.importId : null)

/** Writes the whole histories of new grants with one statement; each starts with step 1. */
export async function recordHistories(
  db: Kysely<DB>,
  histories: readonly (readonly Step[])[],
): Promise<void> {
  await insertHistories(
    db,
    histories.flatMap(steps => steps.map((step, index) => rowOf(step, index + 1))),
  )
}

const rowOf = ({ actor, ...step }: Step, number: number): NewHistoryEntry => ({
  grant_id: step.grantId,
  step: number,
  transition: step.transition,
  from_status_code: step.from,
  to_status_code: step.to,
  review_state: step.reviewState,
  outcome: step.outcome,
  actor_user_id: actor.userId,
  actor_name: actor.name,
  actor_side: actor.side,
  on_behalf_of: onBehalfOf(actor),
  at: step.at,
  reason: step.reason,
  message: step.message,
  evidence: step.evidence,
  entry_id: step.entryId,
})
