import { type RawBuilder, sql } from 'kysely'
import type { PostingKind } from '../../posting-requests/domain/posting-kinds.ts'

/** A decision about money at a bank that waits for a second person. */
export type RequestedPosting = { kind: PostingKind; requestedByName: string; requestedAt: string }

/** That decision about a row, by its book and its id; null if none waits. */
export const waitingDecision = (book: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`(select jsonb_build_object('kind', r.kind, 'requestedByName', r.requested_by_name, 'requestedAt',
    to_char(r.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from posting_request r where r.book = ${book} and r.subject_id = ${id} and r.state = 'requested')`
