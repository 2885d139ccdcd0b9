import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'
import {
  type GrantStatus,
  paidStatuses,
  pendingStatuses,
  statusCodes,
} from '../../../grants/domain/grant-status.ts'

export type PendingDifference = { fund_id: bigint; stored_minor: bigint; open_minor: bigint }

/** The funds after one account id up to another whose amounts set aside are not those of their open grants, as `isReserved` has them. */
export async function pendingDifferences(
  db: Kysely<DB>,
  after: string | null,
  last: string,
): Promise<PendingDifference[]> {
  const { rows } = await sql<PendingDifference>`
    select a.fund_id, coalesce(b.pending_minor, 0) as stored_minor, g.minor as open_minor
    from fund_account a left join account_balance b on b.book = a.book and b.account_id = a.account_id
      cross join lateral (
        select coalesce(sum(g.amount_minor), 0)::bigint as minor from grant_recommendation g
          where g.book = a.book and g.account_id = a.account_id and g.transaction_status_code = any(${[...pendingStatuses]}::smallint[])
            and g.review_state is distinct from 'waiting_for_funds') g
    where a.account_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') and a.account_id <= ${last}::uuid
      and coalesce(b.pending_minor, 0) <> g.minor
    order by a.fund_id limit 1000`.execute(db)
  return rows
}

export type RunToCompare = { run_id: string; run_number: number; payments: number }

/** The next runs by number, and how many payments they have. */
export async function nextRuns(db: Kysely<DB>, after: number, limit: number): Promise<RunToCompare[]> {
  const { rows } = await sql<RunToCompare>`
    select r.run_id, r.run_number,
      (select count(*)::integer from payment p
        where p.book = r.book and p.run_id = r.run_id and p.removed_at is null and p.rejected_at is null) as payments
    from payment_run r where r.run_number > ${after} order by r.run_number limit ${limit}`.execute(db)
  return rows
}

export type PaymentDifference = {
  transaction_id: bigint
  status: GrantStatus
  paid_minor: bigint
  granted_minor: bigint
  /** What the entry of the payment posted; null: there is none. */
  posted_minor: bigint | null
}

/**
 * The payments of a run that stand and are not what their grants are, or what was posted. Those of a run that was sent are recorded by a
 * job, which is given until `sentBefore`.
 */
export async function paymentDifferences(
  db: Kysely<DB>,
  runId: string,
  sentBefore: Date,
): Promise<PaymentDifference[]> {
  const paid = sql`g.transaction_status_code = any(${[...paidStatuses]}::smallint[])`
  const { rows } = await sql<PaymentDifference>`
    select g.transaction_id, g.transaction_status_code as status, p.amount_minor as paid_minor, g.amount_minor as granted_minor,
      e.minor as posted_minor
    from payment p join payment_run r on r.book = p.book and r.run_id = p.run_id
      join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
      left join lateral (
        select (select sum(o.amount_minor)::bigint from posting o
            where o.book = h.book and o.entry_id = h.entry_id and o.ledger = 'granted') as minor
          from grant_history_entry h where h.book = g.book and h.grant_id = g.grant_id and h.transition = 'pay'
          order by h.step desc limit 1) e on true
    where p.run_id = ${runId} and p.removed_at is null and p.rejected_at is null
      and (p.amount_minor <> g.amount_minor
        or (${paid} and e.minor is distinct from p.amount_minor)
        or (r.state in ('created', 'approved') and g.transaction_status_code <> ${statusCodes.scheduled})
        or (r.state = 'sent' and not ${paid} and (r.sent_at < ${sentBefore} or g.transaction_status_code <> ${statusCodes.scheduled})))
    order by g.transaction_id limit 1000`.execute(db)
  return rows
}
