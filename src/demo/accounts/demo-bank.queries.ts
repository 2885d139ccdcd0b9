import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../domain/dates.ts'
import type { DB } from '../../server/db/schema.ts'

export type ClearedPayment = {
  reference: string
  cheque_number: bigint | null
  amount_minor: bigint
  charity_name: string
  on: IsoDate
}

/** The payments that the bank had booked between these days, by the history of their grants. */
export async function listClearedPayments(
  db: Kysely<DB>,
  { from, to, timeZone }: { from: IsoDate; to: IsoDate; timeZone: string },
): Promise<ClearedPayment[]> {
  const { rows } = await sql<ClearedPayment>`
    select p.reference, p.cheque_number, p.amount_minor, g.charity_name, (h.at at time zone ${timeZone})::date as "on"
    from grant_history_entry h
      join payment p on p.book = h.book and p.grant_id = h.grant_id
      join grant_recommendation g on g.book = h.book and g.grant_id = h.grant_id
    where h.transition = 'clear' and (h.at at time zone ${timeZone})::date between ${from}::date and ${to}::date
    order by "on", p.reference`.execute(db)
  return rows
}

/** The first contribution of money that is expected. */
export async function findExpectedContribution(
  db: Kysely<DB>,
): Promise<{ transaction_id: bigint; amount_minor: bigint } | undefined> {
  const { rows } = await sql<{ transaction_id: bigint; amount_minor: bigint }>`
    select c.transaction_id, c.amount_minor from contribution c
    where c.state = 'expected' and c.kind <> 'securities' and c.amount_minor is not null
    order by c.transaction_id limit 1`.execute(db)
  return rows[0]
}
