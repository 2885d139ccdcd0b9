import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB, GrantHistoryEntry } from '../../../server/db/schema.ts'
import { shortRead, statement } from '../../../server/db/statement.ts'

/** The history of a grant, oldest step first. */
export const listSteps = shortRead<Selectable<GrantHistoryEntry>, [grantId: string]>(
  'select * from grant_history_entry where grant_id = $1 order by step',
)

/** Returns the step's number: one more than the last of the grant's history. */
export const insertHistoryEntry = statement<
  { step: number },
  [
    grantId: string,
    transition: string,
    from: number | null,
    to: number,
    reviewState: string | null,
    outcome: string | null,
    actorUserId: string | null,
    actorName: string,
    actorSide: string,
    onBehalfOf: string | null,
    at: Date,
    reason: string | null,
    message: string | null,
    evidence: string | null,
    entryId: string | null,
    importId: bigint | null,
  ]
>(`
  insert into grant_history_entry (grant_id, step, transition, from_status_code, to_status_code, review_state, outcome,
    actor_user_id, actor_name, actor_side, on_behalf_of, at, reason, message, evidence, entry_id, import_id)
  select $1::uuid, coalesce(max(step), 0) + 1, $2::text, $3::smallint, $4::smallint, $5::text, $6::text, $7::uuid,
    $8::text, $9::text, $10::uuid, $11::timestamptz, $12::text, $13::text, $14::jsonb, $15::uuid, $16::bigint
  from grant_history_entry where grant_id = $1::uuid
  returning step`)

export type NewHistoryEntry = {
  grant_id: string
  step: number
  transition: string
  from_status_code: number | null
  to_status_code: number
  review_state: string | null
  outcome: string | null
  actor_user_id: string | null
  actor_name: string
  actor_side: string
  on_behalf_of: string | null
  at: Date
  reason: string | null
  message: string | null
  evidence: object | null
  entry_id: string | null
}

export async function insertHistories(db: Kysely<DB>, entries: readonly NewHistoryEntry[]): Promise<void> {
  await sql`
    insert into grant_history_entry (grant_id, step, transition, from_status_code, to_status_code, review_state, outcome,
      actor_user_id, actor_name, actor_side, on_behalf_of, at, reason, message, evidence, entry_id)
    select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as s (grant_id uuid, step smallint, transition text,
      from_status_code smallint, to_status_code smallint, review_state text, outcome text, actor_user_id uuid,
      actor_name text, actor_side text, on_behalf_of uuid, at timestamptz, reason text, message text, evidence jsonb,
      entry_id uuid)`.execute(db)
}

type StepToInsert = {
  grant_id: string
  transition: string
  from_status_code: number
  to_status_code: number
}

/** Appends one step to each of many grants of which the caller holds the locks; `by` took them. */
export async function insertSteps(
  trx: Kysely<DB>,
  steps: readonly StepToInsert[],
  by: { userId: string | null; importId?: bigint; name: string; at: Date; reason: string | null },
): Promise<void> {
  await sql`
    insert into grant_history_entry (grant_id, step, transition, from_status_code, to_status_code, actor_user_id, actor_name,
      actor_side, at, reason, import_id)
    select s.grant_id, 1 + coalesce((select max(h.step) from grant_history_entry h where h.grant_id = s.grant_id), 0),
      s.transition, s.from_status_code, s.to_status_code, ${by.userId}::uuid, ${by.name}, 'sponsor', ${by.at}, ${by.reason}, ${by.importId ?? null}::bigint
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
      as s (grant_id uuid, transition text, from_status_code smallint, to_status_code smallint)`.execute(trx)
}
