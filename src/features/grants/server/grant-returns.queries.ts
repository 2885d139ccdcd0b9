import { type Insertable, type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB, GrantReturn } from '../../../server/db/schema.ts'
import type { RecordedReturn } from '../domain/grant-return.ts'

/** The returns of a grant, earliest first; those from before references were recorded too, by their entries. */
export async function listReturns(db: Kysely<DB>, grantId: string): Promise<RecordedReturn[]> {
  const { rows } = await sql<{ reference: string | null; on: IsoDate; amount_minor: bigint }>`
    select r.bank_reference as reference, coalesce(r.returned_on, e.effective_date) as on,
      coalesce(r.amount_minor, (select sum(p.amount_minor)::bigint from posting p
        where p.book = e.book and p.entry_id = e.entry_id and p.ledger = 'spendable')) as amount_minor
    from journal_entry e left join grant_return r on r.book = e.book and r.entry_id = e.entry_id
    where e.grant_id = ${grantId} and e.kind = 'grant_returned'
    order by e.recorded_at`.execute(db)
  return rows.map(({ reference, on, amount_minor: amountMinor }) => ({ reference, on, amountMinor }))
}

export async function insertReturn(trx: Kysely<DB>, row: Insertable<GrantReturn>): Promise<void> {
  await trx.insertInto('grant_return').values(row).execute()
}
