import { type RawBuilder, sql } from 'kysely'
import type { PostingKind } from '../../posting-requests/domain/posting-kinds.ts'

/** A decision about money at a bank that waits for a second person. */
export type RequestedPosting = { kind: PostingKind; requestedByName: string; requestedAt: string }

/** An instant as JSON has it. */
export const isoInstant = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const describedRequest = sql`jsonb_build_object('kind', r.kind, 'requestedByName', r.requested_by_name, 'requestedAt',
    ${isoInstant(sql`r.requested_at`)})`

/** That decision about a row, by its book and its id; null if none waits. */
export const waitingDecision = (book: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`(select ${describedRequest}
    from posting_request r where r.book = ${book} and r.subject_id = ${id} and r.state = 'requested')`

/**
 * That decision about the money of an item `i` in suspense: about the item, or about a debit that says it is the credit of an own transfer.
 * Null if none waits; of one that was filed before migration 0102 both may, and that of the item counts.
 */
export const waitingDecisionOfCredit = sql`(select ${describedRequest}
    from posting_request r where r.book = i.book and r.state = 'requested'
      and (r.subject_id = i.item_id or r.kind = 'bank-debit' and r.input ->> 'creditLineId' = i.bank_line_id::text)
    order by r.subject_id <> i.item_id, r.requested_at limit 1)`

/** Whether another debit than `d` waits for a second person as the transfer that became the credit `c`. */
export const waitsForAnotherDebit = sql`exists (select from posting_request r where r.book = c.book and r.state = 'requested'
    and r.kind = 'bank-debit' and r.input ->> 'creditLineId' = c.bank_line_id::text and r.subject_id <> d.bank_line_id)`
