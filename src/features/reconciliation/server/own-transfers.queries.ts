import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { maxTransferDays } from '../domain/debit-kinds.ts'
import { waitingDecision, waitsForAnotherDebit } from './waiting-decision.queries.ts'

type Side = { bank_account: string; booked_on: IsoDate; detail: string }

type OtherSide = Side & { of_line_id: string; bank_line_id: string }

/** The most lines that are suggested for one. */
const maxSuggestions = 3

/**
 * A credit that no fund has: it is in suspense, or a person has said that it is our own. No other transfer is this credit, nor waits to be.
 */
const isFreeCredit = sql`exists (select from suspense_item i where i.book = c.book and i.bank_line_id = c.bank_line_id
    and i.state in ('open', 'own') and ${waitingDecision(sql`i.book`, sql`i.item_id`)} is null)
  and not exists (select from bank_line_explanation e where e.book = c.book and e.credit_line_id = c.bank_line_id
    and e.withdrawn_at is null)
  and not ${waitsForAnotherDebit}`

/** A debit of a statement that nothing explains. */
const isFreeDebit = sql`d.stated_in is not null and num_nonnulls(d.payment_id, d.run_id, d.same_as) = 0
  and not exists (select from bank_line p where p.book = d.book and p.part_of = d.bank_line_id)
  and not exists (select from bank_line_explanation e where e.book = d.book and e.bank_line_id = d.bank_line_id
    and e.withdrawn_at is null)
  and ${waitingDecision(sql`d.book`, sql`d.bank_line_id`)} is null`

/** Two lines of the same amount on two accounts of the book, within days of each other. */
const areTransfer = sql`d.book = c.book and not d.is_credit and c.is_credit and d.amount_minor = c.amount_minor
  and d.bank_account <> c.bank_account and c.booked_on between d.booked_on - ${maxTransferDays}::int and d.booked_on + ${maxTransferDays}::int`

/** For debits the credits that they may have become on another account, for credits the debits; the nearest first. */
export async function listOtherSides(
  db: Kysely<DB>,
  { side, bankLineIds }: { side: 'debit' | 'credit'; bankLineIds: readonly string[] },
): Promise<OtherSide[]> {
  if (bankLineIds.length === 0) return []
  const [own, other, isFree] = side === 'debit' ? ['d', 'c', isFreeCredit] : ['c', 'd', isFreeDebit]
  const { rows } = await sql<OtherSide>`
    select ${sql.ref(own)}.bank_line_id as of_line_id, o.* from bank_line ${sql.ref(own)}
      cross join lateral (
        select ${sql.ref(other)}.bank_line_id, ${sql.ref(other)}.bank_account, ${sql.ref(other)}.booked_on, ${sql.ref(other)}.detail
        from bank_line ${sql.ref(other)} where ${areTransfer} and ${isFree}
        order by abs(c.booked_on - d.booked_on), ${sql.ref(other)}.bank_line_id limit ${maxSuggestions}
      ) o
    where ${sql.ref(own)}.bank_line_id = any(${bankLineIds}::uuid[])`.execute(db)
  return rows
}

/** The debit and the credit of a transfer; undefined if one of them is no line of the book. */
export async function findSides(
  db: Kysely<DB>,
  { bankLineId, creditLineId }: { bankLineId: string; creditLineId: string },
): Promise<{ debit: Side; credit: Side } | undefined> {
  const rows = await db
    .selectFrom('bank_line')
    .select(['bank_line_id', 'bank_account', 'booked_on', 'detail'])
    .where('bank_line_id', 'in', [bankLineId, creditLineId])
    .execute()
  const of = (id: string) => rows.find(({ bank_line_id }) => bank_line_id === id)
  const [debit, credit] = [of(bankLineId), of(creditLineId)]
  return debit && credit ? { debit, credit } : undefined
}

/** Whether a debit may have become this credit. */
export async function isTransfer(
  trx: Kysely<DB>,
  { bankLineId, creditLineId }: { bankLineId: string; creditLineId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from bank_line d join bank_line c on ${areTransfer} and ${isFreeCredit}
    where d.bank_line_id = ${bankLineId}::uuid and c.bank_line_id = ${creditLineId}::uuid`.execute(trx)
  return rows.length > 0
}
