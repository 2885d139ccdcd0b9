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
  posting_request: RequestedPosting | null
}

/** A debit of a bank account; undefined for a credit. */
export async function findDebit(db: Kysely<DB>, bankLineId: string): Promise<Debit | undefined> {
  const { rows } = await sql<Debit>`
    select l.amount_minor, l.detail, e.kind, ${waitingDecision(sql`l.book`, sql`l.bank_line_id`)} as posting_request,
      coalesce(l.stated_in, w.stated_in) is not null and num_nonnulls(l.payment_id, l.run_id, l.same_as) = 0
        and not exists (select from bank_line p where p.book = l.book and p.part_of = l.bank_line_id) as is_unmatched
    from bank_line l
      left join bank_line w on w.book = l.book and w.bank_line_id = l.part_of
      left join bank_line_explanation e on e.book = l.book and e.bank_line_id = l.bank_line_id
    where l.bank_line_id = ${bankLineId}::uuid and not l.is_credit`.execute(db)
  return rows[0]
}

export async function insertExplanation(
  trx: Kysely<DB>,
  row: Omit<Selectable<BankLineExplanation>, 'book'>,
): Promise<void> {
  await trx.insertInto('bank_line_explanation').values(row).execute()
}
