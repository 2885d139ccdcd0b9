import { type Kysely, type Selectable, sql } from 'kysely'
import type { BankLineExplanation, DB } from '../../../server/db/schema.ts'
import type { DebitKind } from '../domain/debit-kinds.ts'
import { type RequestedPosting, waitingDecision } from './waiting-decision.queries.ts'

type Debit = {
  amount_minor: bigint
  detail: string
  /** Null while nobody has explained it. */
  kind: DebitKind | null
  /** Whether a statement has it, and nothing else explains it. */
  is_unmatched: boolean
  /** Whether its month, or a later one, is signed off. */
  is_signed: boolean
  posting_request: RequestedPosting | null
}

/** Whether the month of a line, or a later one of its account, is signed off. */
const isSigned = sql`exists (select from bank_reconciliation r where r.book = l.book and r.bank_account = l.bank_account
  and r.month >= date_trunc('month', l.booked_on))`

/** A debit of a bank account; undefined for a credit. */
export async function findDebit(db: Kysely<DB>, bankLineId: string): Promise<Debit | undefined> {
  const { rows } = await sql<Debit>`
    select l.amount_minor, l.detail, e.kind, ${waitingDecision(sql`l.book`, sql`l.bank_line_id`)} as posting_request,
      coalesce(l.stated_in, w.stated_in) is not null and num_nonnulls(l.payment_id, l.run_id, l.same_as) = 0
        and not exists (select from bank_line p where p.book = l.book and p.part_of = l.bank_line_id) as is_unmatched,
      ${isSigned} as is_signed
    from bank_line l
      left join bank_line w on w.book = l.book and w.bank_line_id = l.part_of
      left join bank_line_explanation e on e.book = l.book and e.bank_line_id = l.bank_line_id and e.withdrawn_at is null
    where l.bank_line_id = ${bankLineId}::uuid and not l.is_credit`.execute(db)
  return rows[0]
}

type NewExplanation = Pick<
  Selectable<BankLineExplanation>,
  | 'explanation_id'
  | 'bank_line_id'
  | 'kind'
  | 'note'
  | 'credit_line_id'
  | 'explained_by'
  | 'explained_by_name'
  | 'explained_at'
>

export async function insertExplanation(trx: Kysely<DB>, row: NewExplanation): Promise<void> {
  await trx.insertInto('bank_line_explanation').values(row).execute()
}

export type StoredExplanation = {
  bank_line_id: string
  amount_minor: bigint
  detail: string
  kind: DebitKind
  note: string
  credit_line_id: string | null
  is_withdrawn: boolean
  /** Whether its month, or a later one, is signed off. */
  is_signed: boolean
  posting_request: RequestedPosting | null
}

export async function findExplanation(
  db: Kysely<DB>,
  explanationId: string,
): Promise<StoredExplanation | undefined> {
  const { rows } = await sql<StoredExplanation>`
    select l.bank_line_id, l.amount_minor, l.detail, e.kind, e.note, e.credit_line_id, e.withdrawn_at is not null as is_withdrawn,
      ${isSigned} as is_signed,
      ${waitingDecision(sql`l.book`, sql`l.bank_line_id`)} as posting_request
    from bank_line_explanation e join bank_line l on l.book = e.book and l.bank_line_id = e.bank_line_id
    where e.explanation_id = ${explanationId}::uuid`.execute(db)
  return rows[0]
}

/** Returns whether it was not withdrawn before. */
export async function setWithdrawn(
  trx: Kysely<DB>,
  explanationId: string,
  withdrawn: Pick<
    Selectable<BankLineExplanation>,
    'withdrawn_by' | 'withdrawn_by_name' | 'withdrawn_at' | 'withdrawn_reason'
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bank_line_explanation')
    .set(withdrawn)
    .where('explanation_id', '=', explanationId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
