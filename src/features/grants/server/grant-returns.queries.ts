import { type Insertable, type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB, GrantReturn } from '../../../server/db/schema.ts'
import type { RecordedReturn } from '../domain/grant-return.ts'

/** The condition that the entry (`e`) of a return was taken back. */
const isReversed = sql`exists (select from journal_entry x where x.book = e.book and x.reverses_entry_id = e.entry_id)`

/** The returns of a grant that stand, earliest first; those from before references were recorded too, by their entries. */
export async function listReturns(db: Kysely<DB>, grantId: string): Promise<RecordedReturn[]> {
  const { rows } = await sql<{ reference: string | null; on: IsoDate; amount_minor: bigint }>`
    select r.bank_reference as reference, coalesce(r.returned_on, e.effective_date) as on,
      coalesce(r.amount_minor, (select sum(p.amount_minor)::bigint from posting p
        where p.book = e.book and p.entry_id = e.entry_id and p.ledger = 'spendable')) as amount_minor
    from journal_entry e left join grant_return r on r.book = e.book and r.entry_id = e.entry_id
    where e.grant_id = ${grantId} and e.kind = 'grant_returned' and not ${isReversed}
    order by e.recorded_at`.execute(db)
  return rows.map(({ reference, on, amount_minor: amountMinor }) => ({ reference, on, amountMinor }))
}

export async function insertReturn(trx: Kysely<DB>, row: Insertable<GrantReturn>): Promise<void> {
  await trx.insertInto('grant_return').values(row).execute()
}

export type ReturnOfGrant = RecordedReturn & {
  entryId: string
  /** The fund that got the money. */
  creditedId: string
  /** Whether a file of the bank says that it came back. */
  isOfBank: boolean
  isReversed: boolean
}

/** The returns of a grant with what it takes to take them back, earliest first. */
async function listAllReturns(db: Kysely<DB>, grantId: string): Promise<ReturnOfGrant[]> {
  const { rows } = await sql<ReturnOfGrant>`
    select e.entry_id as "entryId", p.account_id as "creditedId", p.amount_minor as "amountMinor",
      r.bank_reference as reference, coalesce(r.returned_on, e.effective_date) as on,
      (exists (select from bank_file_line l join payment y on y.book = l.book and y.payment_id = l.payment_id
        where l.book = e.book and y.grant_id = e.grant_id and l.effect = 'returned' and l.failure is null
          and l.amount_minor = p.amount_minor and l.bank_reference is not distinct from r.bank_reference)
        -- also where it was recorded before the bank reported it: without it, less would have come back than the bank credited
        or g.returned_minor - p.amount_minor < (select coalesce(sum(l.amount_minor), 0) from bank_line l
          join payment y on y.book = l.book and y.payment_id = l.payment_id
          where l.book = e.book and y.grant_id = e.grant_id and y.rejected_at is null and l.is_credit and l.same_as is null)) as "isOfBank",
      ${isReversed} as "isReversed"
    from journal_entry e
      join grant_recommendation g on g.book = e.book and g.grant_id = e.grant_id
      join posting p on p.book = e.book and p.entry_id = e.entry_id and p.ledger = 'spendable'
      left join grant_return r on r.book = e.book and r.entry_id = e.entry_id
    where e.grant_id = ${grantId} and e.kind = 'grant_returned'
    order by e.recorded_at limit 200`.execute(db)
  return rows
}

/** Those that were not taken back. */
export const listStandingReturns = async (db: Kysely<DB>, grantId: string): Promise<ReturnOfGrant[]> =>
  (await listAllReturns(db, grantId)).filter(each => !each.isReversed)

export const findReturn = async (
  db: Kysely<DB>,
  grantId: string,
  entryId: string,
): Promise<ReturnOfGrant | undefined> =>
  (await listAllReturns(db, grantId)).find(each => each.entryId === entryId)

/** Whether the available balance of an account is below zero. Who has just posted to it holds its lock. */
export async function isBelowZero(trx: Kysely<DB>, accountId: string): Promise<boolean> {
  const balance = await trx
    .selectFrom('account_balance')
    .select('spendable_minor')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return balance !== undefined && balance.spendable_minor < 0n
}
