import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB, Payment } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { PayeeChange } from '../../charity-profiles/domain/payee-facts.ts'
import {
  type GrantStatus,
  type Outcome,
  statusCodes,
  type Transition,
} from '../../grants/domain/grant-status.ts'

type PaymentRecord = Selectable<Payment>

/** A payment with what is read of its grant. */
export type PaymentRow = PaymentRecord & {
  account_id: string
  account_name: string
  charity_name: string
  transaction_id: bigint
  transaction_status_code: GrantStatus
  outcome: Outcome | null
  returned_minor: bigint
}

const idKey: Key = { sql: 'p.payment_id', type: 'uuid' }
/** `place`: the order of the file, which is that of the payments' creation. */
export const paymentKeysets = {
  place: [idKey],
  transactionId: [{ sql: 'g.transaction_id', type: 'bigint' }, idKey],
  charityName: [{ sql: 'left(name_key(g.charity_name), 200)', type: 'text' }, idKey],
  accountName: [{ sql: 'a.account_name_key', type: 'text' }, idKey],
  amountMinor: [{ sql: 'p.amount_minor', type: 'bigint' }, idKey],
} as const satisfies Record<string, readonly Key[]>

type PaymentsSearch = { keywords: string; onlyProblems: boolean; onlyChangedPayees: boolean }

/** One page of the payments of a run, and one row more if there are more. */
export async function listPayments(
  db: Kysely<DB>,
  runId: string,
  { keywords, onlyProblems, onlyChangedPayees }: PaymentsSearch,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (PaymentRow & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const from = sql`payment p
    join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    join fund_account a on a.book = g.book and a.account_id = g.account_id
    where p.run_id = ${runId} and p.removed_at is null
      and (not ${onlyProblems} or p.problem is not null)
      and (not ${onlyChangedPayees} or p.payee_changes is not null)
      and (${text} = '' or ${nameContains(sql`concat_ws(' ', g.charity_name, p.payee_name, a.account_name)`, text)}
        or ${text} in (g.transaction_id::text, p.cheque_number::text))`
  const total = countedTotal === null ? sql`(select count(*) from ${from})` : sql`${countedTotal}::bigint`
  const { rows } = await sql<PaymentRow & { keyset: Position; total: bigint }>`
    select p.*, g.account_id, a.account_name, g.charity_name, g.transaction_id, g.transaction_status_code, g.outcome, g.returned_minor,
      ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${from} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

/** A hash of what a person who approves a run looks at: its payments, their amounts, and what changed about the payees. */
export async function hashPayments(db: Kysely<DB>, runId: string): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(coalesce(string_agg(
      jsonb_build_array(payment_id, amount_minor, payee_changes)::text, ',' order by payment_id), ''), 'UTF8')), 'hex') as hash
    from payment where run_id = ${runId} and removed_at is null`.execute(db)
  return rows[0]?.hash ?? ''
}

export async function insertPayments(
  trx: Kysely<DB>,
  runId: string,
  payments: readonly {
    payment_id: string
    grant_id: string
    charity_id: string
    amount_minor: string
    reference: string
    payee_name: string
    payee_address: string | null
    payee_email: string | null
    bank_details_id: string | null
    last_four: string | null
    problem: string | null
    payee_changes: readonly PayeeChange[] | null
  }[],
): Promise<void> {
  await sql`
    insert into payment (run_id, payment_id, grant_id, charity_id, amount_minor, reference, payee_name, payee_address, payee_email,
      bank_details_id, last_four, problem, payee_changes)
    select ${runId}::uuid, p.* from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as p (payment_id uuid, grant_id uuid,
      charity_id text, amount_minor bigint, reference text, payee_name text, payee_address text, payee_email text,
      bank_details_id uuid, last_four text, problem text, payee_changes jsonb)`.execute(trx)
}

/**
 * The result of a new check: the payee of each payment, and why it cannot be made. Returns the payments whose payee, or what changed of it, is
 * not that of the check before.
 */
export async function updateChecked(
  trx: Kysely<DB>,
  checked: readonly {
    payment_id: string
    payee_name: string
    payee_address: string | null
    payee_email: string | null
    bank_details_id: string | null
    last_four: string | null
    problem: string | null
    payee_changes: readonly PayeeChange[] | null
  }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ payment_id: string; is_other: boolean }>`
    update payment p set payee_name = c.payee_name, payee_address = c.payee_address, payee_email = c.payee_email,
      bank_details_id = c.bank_details_id, last_four = c.last_four, problem = c.problem,
      payee_changes = c.payee_changes
    from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as c (payment_id uuid, payee_name text, payee_address text,
      payee_email text, bank_details_id uuid, last_four text, problem text, payee_changes jsonb)
    where p.payment_id = c.payment_id
    returning p.payment_id,
      (old.payee_name, old.payee_address, old.payee_email, old.bank_details_id, old.payee_changes)
        is distinct from (new.payee_name, new.payee_address, new.payee_email, new.bank_details_id, new.payee_changes) as is_other`.execute(
    trx,
  )
  return new Set(rows.filter(({ is_other }) => is_other).map(({ payment_id }) => payment_id))
}

/** The fields of each payment that the approval of a run fixes. */
export async function updateApproved(
  trx: Kysely<DB>,
  approved: readonly {
    payment_id: string
    place: number
    cheque_number: string | null
    evidence: unknown
    letter: unknown
  }[],
): Promise<void> {
  await sql`
    update payment p set place = a.place, cheque_number = a.cheque_number, evidence = a.evidence, letter = a.letter
    from jsonb_to_recordset(${JSON.stringify(approved)}::jsonb)
      as a (payment_id uuid, place integer, cheque_number bigint, evidence jsonb, letter jsonb)
    where p.payment_id = a.payment_id`.execute(trx)
}

export async function clearApproved(trx: Kysely<DB>, runId: string): Promise<void> {
  await trx
    .updateTable('payment')
    .set({ place: null, cheque_number: null, evidence: null, letter: null })
    .where('run_id', '=', runId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Takes payments out of a run; returns their grants. */
export async function removePayments(
  trx: Kysely<DB>,
  runId: string,
  about: { paymentIds: readonly string[] | 'all' | 'problems'; name: string; at: Date; reason: string },
): Promise<string[]> {
  const { paymentIds } = about
  const removed = await trx
    .updateTable('payment')
    .set({ removed_at: about.at, removed_by_name: about.name, removed_reason: about.reason })
    .where('run_id', '=', runId)
    .where('removed_at', 'is', null)
    .$if(paymentIds === 'problems', query => query.where('problem', 'is not', null))
    .$if(typeof paymentIds !== 'string', query => query.where('payment_id', 'in', [...paymentIds]))
    .returning('grant_id')
    .execute()
  return removed.map(({ grant_id }) => grant_id)
}

/** The payment of a grant in a run that nobody has approved yet. */
export async function findOpenRunOf(
  trx: Kysely<DB>,
  grantId: string,
): Promise<{ run_id: string; payment_id: string } | undefined> {
  return await trx
    .selectFrom('payment as p')
    .innerJoin('payment_run as r', join =>
      join.onRef('r.book', '=', 'p.book').onRef('r.run_id', '=', 'p.run_id'),
    )
    .select(['p.run_id', 'p.payment_id'])
    .where('p.grant_id', '=', grantId)
    .where('p.removed_at', 'is', null)
    .where('r.state', '=', 'created')
    .executeTakeFirst()
}

export type PaymentToRecord = Pick<
  PaymentRecord,
  'payment_id' | 'grant_id' | 'reference' | 'cheque_number' | 'payee_email' | 'evidence'
> & { account_id: string }

/** Payments of a sent run whose grants are not recorded as paid yet. */
export async function listToRecord(db: Kysely<DB>, runId: string, limit: number): Promise<PaymentToRecord[]> {
  const { rows } = await sql<PaymentToRecord>`
    select p.payment_id, p.grant_id, p.reference, p.cheque_number, p.payee_email, p.evidence, g.account_id
    from payment p join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where p.run_id = ${runId} and p.removed_at is null and p.rejected_at is null
      and g.transaction_status_code = ${sql.lit(statusCodes.scheduled)}
    order by p.payment_id limit ${limit}`.execute(db)
  return rows
}

export type RecordedStep = { grantId: string; step: number; transition: Transition }

/** The steps by which the grants of a run that was sent at this time were recorded as paid. */
export async function listStepsOfRun(db: Kysely<DB>, runId: string, sentAt: Date): Promise<RecordedStep[]> {
  const { rows } = await sql<RecordedStep>`
    select h.grant_id as "grantId", h.step, h.transition
    from payment p join grant_history_entry h on h.book = p.book and h.grant_id = p.grant_id
    where p.run_id = ${runId} and h.transition = 'pay' and h.at = ${sentAt}
    order by h.grant_id`.execute(db)
  return rows
}

/** A payment of a run that the bank did not refuse, locked until the end of the transaction. Its grant is locked after it. */
export async function lockPayment(
  trx: Kysely<DB>,
  paymentId: string,
): Promise<Pick<PaymentRecord, 'payment_id' | 'run_id' | 'cheque_number'> | undefined> {
  return await trx
    .selectFrom('payment')
    .select(['payment_id', 'run_id', 'cheque_number'])
    .where('payment_id', '=', paymentId)
    .where('removed_at', 'is', null)
    .where('rejected_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function updatePayment(
  trx: Kysely<DB>,
  paymentId: string,
  columns: Updateable<Payment>,
): Promise<void> {
  await trx.updateTable('payment').set(columns).where('payment_id', '=', paymentId).execute()
}
