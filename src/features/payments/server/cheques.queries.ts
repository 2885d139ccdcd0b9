import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statusCodes } from '../../grants/domain/grant-status.ts'
import type { NumberRange } from '../domain/cheque-stock.ts'

/** The highest number of a cheque of the book, also of one whose approval was withdrawn after the bank was told; null before the first. */
export async function lastChequeNumber(db: Kysely<DB>): Promise<bigint | null> {
  const { rows } = await sql<{ last: bigint | null }>`
    select greatest((select max(cheque_number) from payment), (select max(cheque_number) from positive_pay_item)) as last`.execute(
    db,
  )
  return rows[0]?.last ?? null
}

/** The numbers of the cheques of a run, as ranges in their order. */
export async function listChequesOfRun(db: Kysely<DB>, runId: string): Promise<NumberRange[]> {
  const { rows } = await sql<NumberRange>`
    select min(number)::text as first, max(number)::text as last from (
      select cheque_number as number, cheque_number - row_number() over (order by cheque_number) as island
      from payment where run_id = ${runId} and removed_at is null and cheque_number is not null
    ) numbered group by island order by min(number)`.execute(db)
  return rows
}

/** How many payees of a run have an e-mail address for their letter. */
export async function countMailed(db: Kysely<DB>, runId: string): Promise<number> {
  const { rows } = await sql<{ mailed: number }>`
    select (count(*) filter (where payee_email is not null))::int as mailed
    from payment where run_id = ${runId} and removed_at is null`.execute(db)
  return rows[0]?.mailed ?? 0
}

export type OutstandingCheque = {
  payment_id: string
  grant_id: string
  run_number: number
  cheque_number: bigint
  payment_on: IsoDate
  payee_name: string
  account_name: string
  amount_minor: bigint
  contacted_at: Date | null
  contacted_by_name: string | null
  contact_note: string | null
}

const outstandingCheques = sql`
  from payment p
    join payment_run r on r.book = p.book and r.run_id = p.run_id
    join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    join fund_account a on a.book = g.book and a.account_id = g.account_id
  where r.method = 'cheque' and r.state = 'sent' and p.removed_at is null
    and p.rejected_at is null and g.transaction_status_code = ${sql.lit(statusCodes.paid)}`

/** Cheques that were sent and not cashed, the oldest first. `paymentId`: only this one. */
export async function findOutstandingCheques(
  db: Kysely<DB>,
  { limit, paymentId }: { limit: number; paymentId: string | null },
): Promise<OutstandingCheque[]> {
  const { rows } = await sql<OutstandingCheque>`
    select p.payment_id, p.grant_id, r.run_number, p.cheque_number, r.payment_on, coalesce(p.payee_name, g.charity_name) as payee_name,
      a.account_name, p.amount_minor, p.contacted_at, p.contacted_by_name, p.contact_note
    ${outstandingCheques} and (${paymentId}::uuid is null or p.payment_id = ${paymentId}::uuid)
    order by r.payment_on, p.cheque_number limit ${limit}`.execute(db)
  return rows
}

/** The number of outstanding cheques, and how many were dated on or before these days. */
export async function countOutstandingCheques(
  db: Kysely<DB>,
  { contactBy, staleBy }: { contactBy: IsoDate; staleBy: IsoDate },
): Promise<{ total: number; to_contact: number; stale: number }> {
  const { rows } = await sql<{ total: number; to_contact: number; stale: number }>`
    select count(*)::int as total,
      (count(*) filter (where r.payment_on <= ${contactBy} and r.payment_on > ${staleBy} and p.contacted_at is null))::int as to_contact,
      (count(*) filter (where r.payment_on <= ${staleBy}))::int as stale
    ${outstandingCheques}`.execute(db)
  return rows[0] ?? { total: 0, to_contact: 0, stale: 0 }
}
